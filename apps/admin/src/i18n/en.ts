/**
 * English. The key of a text is the English text itself, so only its forms that differ by number stand here;
 * another language is a file like this one that names every key.
 */
export const en: Record<string, string> = {
  'Accept {{count, number}} links_one': 'Accept {{count, number}} link',
  'Every {{count, number}} days_one': 'Every day',
  'Every {{count, number}} hours_one': 'Every hour',
  'Every {{count, number}} minutes_one': 'Every minute',
  'Every {{count, number}} seconds_one': 'Every second',
  'Failed {{count, number}} times, last_one': 'Failed {{count, number}} time, last',
  'Ignore {{count, number}} records?_one': 'Ignore {{count, number}} record?',
  'Of {{count, number}} pipes_one': 'Of {{count, number}} pipe',
  'Retry all {{count, number}} records_one': 'Retry the {{count, number}} record',
  'Retry {{count, number}} failed records_one': 'Retry {{count, number}} failed record',
  'Retry {{count, number}} failed records?_one': 'Retry {{count, number}} failed record?',
  'Settle {{count, number}} records as arrived?_one': 'Settle {{count, number}} record as arrived?',
  'Not saved: {{count, number}} fields need another value_one':
    'Not saved: {{count, number}} field needs another value',
  'The sample record ends with {{count, number}} errors_one':
    'The sample record ends with {{count, number}} error',
  'The stored tokens and secret inputs of {{count, number}} connections are dropped for good: calls go without a sign-in from now on._one':
    'The stored tokens and secret inputs of {{count, number}} connection are dropped for good: calls go without a sign-in from now on.',
  'The stored tokens and secret inputs of {{count, number}} connections are dropped for good: a person must sign in again for each before pipes can use it._one':
    'The stored tokens and secret inputs of {{count, number}} connection are dropped for good: a person must sign in again for it before pipes can use it.',
  'The stored tokens and secret inputs of {{count, number}} connections are dropped for good: each must be given its inputs again before pipes can use it._one':
    'The stored tokens and secret inputs of {{count, number}} connection are dropped for good: it must be given its inputs again before pipes can use it.',
  'What was delivered more than {{count, number}} days ago is forgotten for good. A record of then that is read again is sent again._one':
    'What was delivered more than {{count, number}} day ago is forgotten for good. A record of then that is read again is sent again.',
  '{{count, number}} chosen_one': '{{count, number}} chosen',
  '{{count, number}} different records seen_one': '{{count, number}} record seen',
  '{{count, number}} different records seen, of {{total}} that there are_one':
    '{{count, number}} record seen, of {{total}} that there are',
  '{{count, number}} failed records are open_one': '{{count, number}} failed record is open',
  '{{count, number}} fields are no longer in the samples_one':
    '{{count, number}} field is no longer in the samples',
  '{{count, number}} flows_one': '{{count, number}} flow',
  '{{count, number}} pipes_one': '{{count, number}} pipe',
  '{{count, number}} problems_one': '{{count, number}} problem',
  '{{count, number}} records shown, no more_one': '{{count, number}} record shown, no more',
  '{{count, number}} failed_one': '{{count, number}} failed',
  '{{count, number}} faults_one': '{{count, number}} fault',
  '{{count, number}} links_one': '{{count, number}} link',
  '{{count, number}} more_one': '{{count, number}} more',
  '{{count, number}} more above_one': '{{count, number}} more above',
  '{{count, number}} more below_one': '{{count, number}} more below',
  '{{count, number}} more: type to find them_one': '{{count, number}} more: type to find them',
  '{{count, number}} notes_one': '{{count, number}} note',
  '{{count, number}} problems keep it from being saved as it is_one':
    '{{count, number}} problem keeps it from being saved as it is',
  '{{count, number}} problems stand in the way of publishing._one':
    '{{count, number}} problem stands in the way of publishing.',
  '{{count, number}} records_one': '{{count, number}} record',
  '{{count, number}} required fields are empty_one': '{{count, number}} required field is empty',
  '{{count, number}} spaces_one': '{{count, number}} space',
  '{{count, number}} steps_one': '{{count, number}} step',
  '{{count, number}} tests pass_one': '{{count, number}} test passes',
  '{{count, number}} to look at_one': '{{count, number}} to look at',
  'Not saved: {{count, number}} faults stand in the way_one':
    'Not saved: {{count, number}} fault stands in the way',
  '{{count, number}} values are refused_one': '{{count, number}} value is refused',
  '{{done}} of {{count, number}} records read so far settled_one':
    '{{done}} of {{count, number}} record read so far settled',
  '{{done}} of {{count, number}} records settled_one': '{{done}} of {{count, number}} record settled',
};
