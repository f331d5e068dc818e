import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

const KINDS = ['text', 'number', 'integer', 'boolean', 'list', 'object', 'date', 'any'];

export class MappingFunctionParameterDto {
  @ApiProperty({ example: 'sep' }) name!: string;
  @ApiProperty({ enum: KINDS }) kind!: string;
  @ApiProperty({ example: 'What stands between the parts.' }) description!: string;
  @ApiProperty() required!: boolean;
  @ApiPropertyOptional({ type: [String], description: 'The only texts allowed.' }) choices?: string[];
  @ApiPropertyOptional({ description: 'The value when it is left out.' }) default?: unknown;
}

export class MappingFunctionExampleDto {
  @ApiPropertyOptional({ description: 'One value, or the list of values; absent: missing.' }) input?: unknown;
  @ApiPropertyOptional({ type: 'object', additionalProperties: true }) options?: object;
  @ApiPropertyOptional({ description: 'Absent: missing.' }) output?: unknown;
  @ApiPropertyOptional({ description: 'Code of the record error that it shows.', example: 'NOT_A_NUMBER' })
  error?: string;
}

export class MappingFunctionDto {
  @ApiProperty({ example: 'concat' }) name!: string;
  @ApiProperty({ enum: ['text', 'number', 'date', 'logic', 'array', 'object', 'id'] }) group!: string;
  @ApiProperty({ example: 'Joins texts into one; missing and null parts are skipped.' }) description!: string;
  @ApiProperty({
    enum: ['one', 'many', 'list', 'none'],
    description: 'What it is given: one value, several side by side, a whole list, or nothing.',
  })
  input!: string;
  @ApiProperty({ enum: KINDS }) input_kind!: string;
  @ApiProperty({ type: [MappingFunctionParameterDto] }) parameters!: MappingFunctionParameterDto[];
  @ApiProperty({ enum: KINDS }) returns!: string;
  @ApiProperty({ description: 'It is called with missing and null too.' }) null_aware!: boolean;
  @ApiProperty({ description: 'It makes one value of a list.' }) reduces!: boolean;
  @ApiProperty({ type: [MappingFunctionExampleDto] }) examples!: MappingFunctionExampleDto[];
}
