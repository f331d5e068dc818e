import { ApiProperty } from '@nestjs/swagger';

class PreviewedRequestDto {
  @ApiProperty({ example: 'GET' }) method!: string;
  @ApiProperty({ example: 'https://shop.example.com/api/' }) url!: string;

  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'string' },
    example: { Authorization: 'Bearer ••••••••' },
  })
  headers!: Record<string, string>;
}

export class PreviewDto {
  @ApiProperty({ type: PreviewedRequestDto })
  request!: PreviewedRequestDto;
}
