import { ApiProperty } from '@nestjs/swagger';

/** Something that uses the resource asked about. */
export class UsageDto {
  @ApiProperty({ example: 'pipe' })
  resource_type!: string;

  @ApiProperty({ format: 'uuid' })
  resource_id!: string;

  @ApiProperty({ example: 'Orders to ERP' })
  name!: string;
}
