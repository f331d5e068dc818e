import { ApiProperty } from '@nestjs/swagger';
import {
  DescriptionField,
  EmailListField,
  IdListField,
  NameField,
  TextField,
} from '../../common/validation/fields.decorator.js';

const users = {
  description: 'E-mail addresses of the people given access. An address with no account yet is kept.',
  max: 500,
  optional: true,
  cleared: [],
};
const groups = { description: 'Ids of the groups given access.', max: 500, optional: true, cleared: [] };

export class CreateProjectDto {
  @NameField({ description: 'Project name.', example: 'Shop to ERP' })
  project_name!: string;

  @DescriptionField({ description: 'Project description.' })
  project_description?: string;

  @EmailListField(users)
  users?: string[];

  @IdListField(groups)
  groups?: string[];
}

export class UpdateProjectDto {
  @NameField({ description: 'Project name.', example: 'Shop to ERP', optional: true })
  project_name?: string;

  @DescriptionField({ description: 'Project description.' })
  project_description?: string;

  @EmailListField(users)
  users?: string[];

  @IdListField(groups)
  groups?: string[];
}

export class DeleteProjectDto {
  @TextField({
    description: 'The name of the project, again, to confirm.',
    example: 'Shop to ERP',
    min: 1,
    max: 200,
    trim: true,
  })
  project_name!: string;
}

export class ProjectIdDto {
  @ApiProperty({ format: 'uuid', example: '01890f5e-7b3c-7cc0-98c4-dc0c0c07398f' })
  project_id!: string;
}

export class ProjectDto extends ProjectIdDto {
  @ApiProperty({ example: 'Shop to ERP' })
  project_name!: string;

  @ApiProperty({ example: 'Moves paid orders into the ERP.' })
  project_description!: string;

  @ApiProperty({ type: [String], example: ['ann@example.com'] })
  users!: string[];

  @ApiProperty({ type: [String], example: [] })
  groups!: string[];

  @ApiProperty({ format: 'uuid', description: 'The user who created it.' })
  created_by!: string;

  @ApiProperty({ format: 'date-time' })
  created_at!: string;

  @ApiProperty({ format: 'date-time' })
  updated_at!: string;
}
