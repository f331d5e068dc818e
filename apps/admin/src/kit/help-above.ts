/** The order of a field of many parts: its help is on all of them, not on the last. */
export const helpAbove: ('label' | 'description' | 'input' | 'error')[] = [
  'label',
  'description',
  'input',
  'error',
];
