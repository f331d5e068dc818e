/** Labels for the functions' groups, parameters and closed lists: what the service names is for documents and formulas. */

const groups: Record<string, string> = {
  text: 'Text',
  number: 'Numbers',
  date: 'Dates',
  logic: 'Logic',
  array: 'Lists',
  object: 'Objects',
  id: 'Keys and hashes',
};

const parameters: Record<string, string> = {
  amount: 'Amount',
  as: 'Written as',
  by: 'Replacement',
  count: 'Characters',
  currency: 'Currency',
  decimal: 'Decimal sign',
  decode: 'Decode',
  else: 'Otherwise',
  false: 'Means false',
  fill: 'Fill with',
  form: 'Unicode form',
  from: 'Format read',
  from_zone: 'Zone it is in',
  group: 'Thousands separator',
  ignore_case: 'Ignore case',
  index: 'Position',
  keys: 'Members',
  length: 'Characters',
  locale: 'Language',
  max: 'At most',
  mode: 'Rounding',
  pattern: 'Pattern',
  places: 'Decimals',
  search: 'Text to replace',
  sep: 'Separator',
  start: 'From character',
  strict: 'Strict at clock changes',
  suffix: 'Put at the end',
  table: 'Table',
  text: 'Text',
  then: 'Then',
  to: 'Format written',
  to_zone: 'Zone wanted',
  true: 'Means true',
  unit: 'Unit',
  value: 'Value',
  values: 'Values',
  week_starts: 'Week starts on',
  zone: 'Time zone',
};
/** Where a name means something else in one function. */
const ofFunction: Record<string, string> = {
  'convertUnit.from': 'From unit',
  'convertUnit.to': 'To unit',
  'diff.to': 'Other date',
  'fromEntries.key': 'Member with the name',
  'fromEntries.value': 'Member with the value',
};
const choices: Record<string, string> = {
  'half-up': 'Half up',
  'half-even': 'Half to even',
  up: 'Away from zero',
  down: 'Towards zero',
  floor: 'Down',
  ceil: 'Up',
  hex: 'Hexadecimal',
  base64: 'Base64',
  C: '°C',
  F: '°F',
  fl_oz: 'fl oz',
};
/** Words that are well named already but for their capital; units such as `kg` are written as they are. */
const isWord = /^(number|name|monday|sunday|years?|quarter|months?|weeks?|days?|hours?|minutes?|seconds?)$/;

const sentence = (name: string): string => {
  const words = name.replace(/_/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

export const groupLabel = (group: string): string => groups[group] ?? sentence(group);

/** A parameter that is not known here is at least written as words. */
export const parameterLabel = (name: string, parameter: string): string =>
  ofFunction[`${name}.${parameter}`] ?? parameters[parameter] ?? sentence(parameter);

/** What the service says of options, with what they are called here. */
export const withOptionLabels = (message: string, t: (text: string) => string): string =>
  message
    .replace(
      /\b(the function (\w+) (?:needs the|has no) option) "(\w+)"/gi,
      (_all, begin: string, name: string, option: string) => `${begin} “${t(parameterLabel(name, option))}”`,
    )
    .replace(
      /\b(the option) "(\w+)" of (\w+)/gi,
      (_all, begin: string, option: string, name: string) =>
        `${begin} “${t(parameterLabel(name, option))}” of ${name}`,
    );

export const choiceLabel = (choice: string): string =>
  choices[choice] ?? (isWord.test(choice) ? sentence(choice) : choice);
