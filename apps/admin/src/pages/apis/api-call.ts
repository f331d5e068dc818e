/** The form of an API as the body of a call that is shown to be copied: what is no JSON yet is left out, large samples are named. */
import type { CreateApiDto } from '#sdk';
import { readJson, toBody, type ApiForm } from './api-form.js';

/** Longer texts do not fit into an argument of a shell. */
const mostText = 20_000;

const settings = [
  'pagination',
  'incremental',
  'batch',
  'lookup',
  'timeouts',
  'success_when',
  'retry',
] as const;

export function callBody(form: ApiForm): Partial<Record<keyof CreateApiDto, unknown>> {
  const isFaulty = (name: keyof ApiForm & ('sample_body' | 'sample_response' | (typeof settings)[number])) =>
    readJson(form[name]) === undefined;
  const isBodyFaulty = form.body_type === 'json' && isFaulty('sample_body');
  const faulty = settings.filter(isFaulty);
  const left: Partial<ApiForm> = Object.fromEntries(faulty.map((name) => [name, '']));
  const isResponseLeft = form.sample_response.length > mostText || isFaulty('sample_response');
  const more = form.more_sample_responses;
  const isMoreLeft = more.join('').length > mostText || more.some((text) => readJson(text) === undefined);
  const body = toBody({
    ...form,
    ...left,
    ...(isBodyFaulty ? { sample_body: '' } : {}),
    ...(isResponseLeft ? { sample_response: '' } : {}),
    ...(isMoreLeft ? { more_sample_responses: [] } : {}),
  });
  const gone: string[] = [
    ...faulty,
    ...(isBodyFaulty ? ['sample_request'] : []),
    ...(isResponseLeft ? ['sample_response'] : []),
    ...(isMoreLeft ? ['more_sample_responses'] : []),
  ];
  return {
    ...Object.fromEntries(Object.entries(body).filter(([name]) => !gone.includes(name))),
    ...(form.sample_response.length > mostText ? { sample_response: '<SAMPLE_RESPONSE>' } : {}),
    ...(form.sample_body.length > mostText ? { sample_request: '<SAMPLE_REQUEST>' } : {}),
  };
}
