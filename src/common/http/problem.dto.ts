import { ApiProperty } from '@nestjs/swagger';

/** Something that keeps a flow from being published or a pipe from being run. */
export class ProblemDto {
  @ApiProperty({ example: 'MAPPING_ORDER' }) code!: string;
  @ApiProperty({ description: 'What is wrong, in words.' }) message!: string;
  @ApiProperty({ type: String, nullable: true, description: 'The handler at fault.' }) handler_id!:
    string | null;
}
