import { parseJson } from '#mapping';
import { scrubbedJson, scrubber } from './scrubber.js';

describe('JSON without secrets', () => {
  it.each([
    ['a number that is a secret is a text then', '{"customer":104417}', '{"customer":"[secret]"}'],
    ['so is one that holds it', '{"customer":[-91044172.5]}', '{"customer":["-9[secret]2.5"]}'],
    ['and one of more digits than a double', '{"n":12345678901044170000}', '{"n":"1234567890[secret]0000"}'],
    ['words of JSON stay', '{"open":true,"next":null}', '{"open":true,"next":null}'],
    ['texts and names are masked', '{"a true b":"x 104417"}', '{"a [secret] b":"x [secret]"}'],
    [
      'other numbers keep every digit',
      '{"n":9007199254740993,"s":"104417"}',
      '{"n":9007199254740993,"s":"[secret]"}',
    ],
    ['a secret with quotes is found inside a text', '{"a":"say \\"hi\\""}', '{"a":"say [secret]"}'],
  ])('%s', (_rule, text, masked) => {
    const scrub = scrubber(['104417', 'true', 'null', '"hi"']);
    expect(scrubbedJson(parseJson(text), scrub)).toBe(masked);
  });
});
