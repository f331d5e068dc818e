import { readBody } from './body.codec.js';

const latin = (text: string): Buffer => Buffer.from(text, 'latin1');
const utf16 = (text: string): Buffer => Buffer.from(text, 'utf16le');

describe('reading a body', () => {
  it.each([
    ['a declared charset', 'text/csv; charset=iso-8859-1', latin('name\nMüller\n'), [{ name: 'Müller' }]],
    [
      'a quoted charset',
      'application/json;charset="ISO-8859-1"',
      latin('{"name":"Müller"}'),
      { name: 'Müller' },
    ],
    ['Windows-1252', 'application/json; charset=windows-1252', Buffer.from([0x22, 0x80, 0x22]), '€'],
    ['UTF-16 with its mark', 'text/csv', utf16('\ufeffname\nMüller\n'), [{ name: 'Müller' }]],
    ['UTF-16 that is declared', 'application/json; charset=utf-16le', utf16('{"name":"Ж"}'), { name: 'Ж' }],
    [
      'UTF-8 with a mark under a wrong charset',
      'application/json; charset=iso-8859-1',
      Buffer.from('\ufeff"ü"'),
      'ü',
    ],
    ['Shift_JIS', 'text/plain; charset=shift_jis', Buffer.from([0x93, 0xfa, 0x96, 0x7b]), '日本'],
    ['UTF-8 without a word', 'application/json', Buffer.from('{"name":"Müller"}'), { name: 'Müller' }],
  ])('takes %s', (_name, type, bytes, value) => {
    expect(readBody(type, bytes)).toEqual(value);
  });

  it.each(['only ASCII', 'Müller', 'Łódź 日本', '🚀'])('reads long texts like short ones: %s', (letters) => {
    const rows = Array.from({ length: 2_000 }, (_, id) => ({ id, name: `${letters} ${id}` }));
    expect(readBody('application/json; charset=UTF-8', Buffer.from(JSON.stringify(rows)))).toEqual(rows);
  });

  it('replaces what is no UTF-8 in a long text as it does in a short one', () => {
    const bytes = Buffer.concat([
      Buffer.from('"'),
      Buffer.alloc(9_000, 'a'),
      Buffer.from([0xe2, 0x82, 0x22]),
    ]);
    expect(readBody('application/json', bytes)).toBe(`${'a'.repeat(9_000)}\ufffd`);
  });

  it('takes the encoding that an XML document declares, and the charset of its type before that', () => {
    const document = '<?xml version="1.0" encoding="ISO-8859-1"?><order><name>Müller</name></order>';
    expect(readBody('application/xml', latin(document))).toEqual({ order: { name: 'Müller' } });
    expect(readBody('text/xml; charset=utf-8', Buffer.from(document))).toEqual({ order: { name: 'Müller' } });
    // as .NET writes it over a text that is UTF-8
    const wrong = document.replace('ISO-8859-1', 'utf-16');
    expect(readBody('application/xml', Buffer.from(wrong))).toEqual({ order: { name: 'Müller' } });
  });

  it('takes plain text that is no UTF-8 for Windows-1252: no letter of an old export is lost', () => {
    expect(readBody('text/csv', latin('name;city\nMüller;Köln\n'))).toEqual([
      { name: 'Müller', city: 'Köln' },
    ]);
  });

  it('refuses a charset that nobody knows instead of guessing', () => {
    expect(() => readBody('application/json; charset=klingon', latin('"ü"'))).toThrow(
      'The charset "klingon" is not known.',
    );
    expect(readBody('application/json; charset=utf8mb4', Buffer.from('{"a":1}'))).toEqual({ a: 1 });
  });

  it.each([
    'utf-7',
    'UTF-7',
    'unicode-1-1-utf-7',
    'utf-32',
    'utf-32le',
    'ucs-4',
    'iso-2022-kr',
    'iso-2022-cn',
    'hz-gb-2312',
  ])('refuses %s, which writes other letters in the bytes of ASCII', (charset) => {
    expect(() => readBody(`text/plain; charset=${charset}`, Buffer.from('M+APw-ller'))).toThrow();
  });

  it.each(['\0a', '\x1b$)Ca'])('refuses signs of other charsets under a name that nobody knows', (text) => {
    expect(() => readBody('text/plain; charset=klingon', Buffer.from(text))).toThrow('not known');
  });

  it('reads lines of JSON and tables by their types', () => {
    expect(readBody('application/x-ndjson', Buffer.from('{"id":1}\r\n\n{"id":2}\n'))).toEqual([
      { id: 1 },
      { id: 2 },
    ]);
    expect(readBody('text/tab-separated-values', Buffer.from('id\tname\n1\tA\n'))).toEqual([
      { id: '1', name: 'A' },
    ]);
  });
});
