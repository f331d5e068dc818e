import { choiceLabel, groupLabel, parameterLabel, withOptionLabels } from './function-words.js';

it('calls a parameter by what it is for, and each function by its own meaning of a name', () => {
  expect(parameterLabel('concat', 'sep')).toBe('Separator');
  expect(parameterLabel('date', 'to')).toBe('Format written');
  expect(parameterLabel('diff', 'to')).toBe('Other date');
  expect(parameterLabel('convertUnit', 'to')).toBe('To unit');
});

it('writes a parameter, choice or group as words that a newer service has', () => {
  expect(parameterLabel('newOne', 'first_day_of_week')).toBe('First day of week');
  expect(groupLabel('geo')).toBe('Geo');
  expect(choiceLabel('something')).toBe('something');
});

it('calls options in what the service says as their fields are called', () => {
  const said =
    'The function addDuration needs the option "amount"; the option "to" of diff must be text; the function upper has no option "x_y".';
  expect(withOptionLabels(said, String)).toBe(
    'The function addDuration needs the option “Amount”; the option “Other date” of diff must be text; the function upper has no option “X y”.',
  );
  expect(withOptionLabels('A required field has no value.', String)).toBe('A required field has no value.');
});

it('says choices in words and leaves units as they are written', () => {
  expect(['half-even', 'monday', 'months', 'hex'].map(choiceLabel)).toEqual([
    'Half to even',
    'Monday',
    'Months',
    'Hexadecimal',
  ]);
  expect(['kg', 'gal', 'yd', 'NFC', 'C', 'fl_oz'].map(choiceLabel)).toEqual([
    'kg',
    'gal',
    'yd',
    'NFC',
    '°C',
    'fl oz',
  ]);
});
