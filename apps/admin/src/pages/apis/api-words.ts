/** The fields of an API, as a comparison of two versions names them. */
import type { FormWords } from '../../kit/field-differences.js';
import { bodyTypes, enabledWords } from '../labels.js';
import type { ApiForm } from './api-form.js';

export const apiWords: FormWords<ApiForm> = {
  api_name: { label: 'Name' },
  status: { label: 'Status', words: enabledWords },
  description: { label: 'Description' },
  method: { label: 'Method' },
  path: { label: 'Path' },
  query_parameters: { label: 'Query parameters on every call' },
  headers: { label: 'Headers on every call' },
  body_type: { label: 'Body', words: bodyTypes },
  sample_body: { label: 'Sample body' },
  sample_path: { label: 'Path parameters' },
  sample_query: { label: 'Query parameters that a mapping may fill' },
  sample_headers: { label: 'Headers that a mapping may fill' },
  sample_response: { label: 'Sample response' },
  more_sample_responses: { label: 'More sample responses' },
  records_path: { label: 'Records are in' },
  record_key: { label: 'Record key' },
  version_path: { label: 'Version or change time' },
  pagination: { label: 'Paging' },
  incremental: { label: 'Only what is new' },
  batch: { label: 'Batch' },
  idempotency_header: { label: 'Idempotency header' },
  on_unknown: {
    label: 'When the outcome is unknown',
    words: {
      '': 'Told by the method',
      resend: 'Send again',
      lookup: 'Look it up',
      hold: 'Hold for a person',
    },
  },
  retry_unsafe: { label: 'Repeat writes after server errors' },
  lookup: { label: 'Look-up' },
  timeouts: { label: 'Time-outs' },
  success_when: { label: 'Success when' },
  retry: { label: 'Retry rules' },
};
