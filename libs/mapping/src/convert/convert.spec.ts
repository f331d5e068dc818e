import { ConvertError, csvToValue, valueToXml, xmlToValue } from '../index.js';

const codeOf = (work: () => unknown): string => {
  try {
    work();
    return 'none';
  } catch (error) {
    return error instanceof ConvertError ? error.code : String(error);
  }
};

describe('xmlToValue', () => {
  it('gives elements, lists, attributes and texts', () => {
    expect(
      xmlToValue(
        '<?xml version="1.0"?><o id="1&amp;2"><l>1</l><l>2</l><c y="q">t &lt; &#233;</c><d/><e> 007 </e></o>',
      ),
    ).toEqual({
      o: { l: ['1', '2'], c: { '#text': 't < é', '@y': 'q' }, d: '', e: '007', '@id': '1&2' },
    });
  });

  it('keeps CDATA as text', () => {
    expect(xmlToValue('<a><![CDATA[<!DOCTYPE x> & ]]></a>')).toEqual({ a: '<!DOCTYPE x> & ' });
  });

  it.each([
    ['a document type', '<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>'],
    ['an external entity', '<?xml version="1.0"?><!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>'],
    ['crossed tags', '<a><b></a></b>'],
    ['two roots', '<a>1</a><b/>'],
    ['plain text', 'hello'],
    ['nothing', ''],
    ['a name that would reach a prototype', '<a><__proto__>1</__proto__></a>'],
  ])('refuses %s', (_name, text) => {
    expect(codeOf(() => xmlToValue(text))).toBe('BAD_XML');
  });

  it('refuses elements nested without end', () => {
    expect(codeOf(() => xmlToValue('<a>'.repeat(100_000)))).toBe('TOO_DEEP');
  });
});

describe('valueToXml', () => {
  it('writes the same form back', () => {
    const value = {
      o: { '@id': '1&"<', l: [{ x: '1' }, { x: '2' }], c: { '@y': 'q', '#text': 'a < b' }, d: '' },
    };
    expect(xmlToValue(valueToXml(value))).toEqual(value);
  });

  it('writes numbers, booleans and null as text', () => {
    expect(valueToXml({ a: { n: 1.5, t: true, z: null } })).toBe('<a><n>1.5</n><t>true</t><z></z></a>');
  });

  it.each([
    ['two roots', { a: 1, b: 2 }],
    ['a list as root', { a: [1, 2] }],
    ['a bad name', { a: { 'bad name': 1 } }],
    ['a text', 'x'],
    ['a list in a list', { a: { b: [[1]] } }],
  ])('refuses %s', (_name, value) => {
    expect(codeOf(() => valueToXml(value))).toBe('BAD_XML');
  });
});

describe('csvToValue', () => {
  it('names members by the first line and keeps texts', () => {
    expect(csvToValue('\ufeffid,name\r\n007,"A, ""B"""\r\n8\r\n\r\n')).toEqual([
      { id: '007', name: 'A, "B"' },
      { id: '8' },
    ]);
  });

  it('finds the delimiter', () => {
    expect(csvToValue('a;b\n1,5;2')).toEqual([{ a: '1,5', b: '2' }]);
  });

  it('refuses a quote that is not closed', () => {
    expect(codeOf(() => csvToValue('a,b\n"1,2'))).toBe('BAD_CSV');
  });

  it('keeps __proto__ as data', () => {
    expect(Object.keys(csvToValue('__proto__\n1')[0] ?? {})).toEqual(['__proto__']);
  });
});
