// What the routes of the sample systems answer.
import { ApiProperty } from '@nestjs/swagger';

export class SamplesDto {
  @ApiProperty({ type: [String], format: 'uuid', description: 'The sample shop, then the sample ERP.' })
  system_ids!: string[];

  @ApiProperty({
    type: [String],
    format: 'uuid',
    description: 'The API that lists the orders, then the one that creates sales orders.',
  })
  api_ids!: string[];

  @ApiProperty({
    type: 'integer',
    description: 'How many of these four were added by this call.',
    example: 4,
  })
  added!: number;
}
