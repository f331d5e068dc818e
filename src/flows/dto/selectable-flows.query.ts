import { ListQuery } from '../../common/http/list-query.dto.js';
import { TextField } from '../../common/validation/fields.decorator.js';

export class SelectableFlowsQuery extends ListQuery {
  @TextField({
    description: 'Ids of credentials, separated by commas.',
    example: '01890f5e-7b3c-7cc0-98c4-dc0c0c07398f',
    min: 1,
    max: 4000,
    trim: true,
  })
  credential_ids!: string;
}
