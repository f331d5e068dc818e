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

  it('reads a document that begins with a byte order mark, and cells of nothing but blanks as empty', () => {
    expect(xmlToValue('\uFEFF<?xml version="1.0"?><a><b>&#160;</b><c>x&#160;y</c></a>')).toEqual({
      a: { b: '', c: 'x\u00a0y' },
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
    expect(codeOf(() => xmlToValue('<a>'.repeat(201) + '</a>'.repeat(201)))).toBe('TOO_DEEP');
    expect(codeOf(() => xmlToValue('<a>'.repeat(200) + '</a>'.repeat(200)))).toBe('none');
  });

  it.each([
    ['CDATA', '<d><![CDATA[a<br>b]]></d>'],
    ['comments', '<d/><!-- <li> -->'],
    ['attributes', '<d a="x>y"/>'],
    ['instructions', '<?x <li> ?><d/>'],
  ])('counts no element inside %s', (_name, part) => {
    const value = xmlToValue(`<rss>${part.repeat(300)}</rss>`);
    expect((value.rss as { d: unknown[] }).d).toHaveLength(300);
  });

  it.each([
    ['a comment', '<a/><!-- b'],
    ['CDATA', '<a><![CDATA[b</a>'],
    ['an instruction', '<?a <a/>'],
    ['a quote', '<a b="c/>'],
    ['a document type behind a quote in an instruction', '<?x " ?> <!-- " ?> <!DOCTYPE a> --><a/>'],
  ])('refuses %s that does not end, in linear time', (_name, text) => {
    expect(codeOf(() => xmlToValue(text))).toBe('BAD_XML');
    expect(codeOf(() => xmlToValue(text.repeat(50_000)))).toMatch('BAD_XML');
  });

  it('names of characters are those of HTML, numbers those of Unicode; what is none is left out', () => {
    const text = '<a t="&eacute;&#160;&amp;amp;">&euro;&Eacute;&#x96;&foo;&#0;&#xD800;&#x1F600;&amp;lt;</a>';
    expect(xmlToValue(text)).toEqual({ a: { '@t': 'é\u00a0&amp;', '#text': '€É\u0096&foo;😀&lt;' } });
    expect(xmlToValue('<a><![CDATA[&eacute;]]></a>')).toEqual({ a: '&eacute;' });
  });

  it('a line end of an attribute is a space, one that is referred to stays', () => {
    expect(xmlToValue('<a t="x\r\ny\tz&#10;&#9;"/>')).toEqual({ a: { '@t': 'x y z\n\t' } });
  });

  it('joins as many pieces of text as there are', () => {
    const text = `<a>${'<![CDATA[x]]>y'.repeat(150_000)}</a>`;
    expect((xmlToValue(text).a as string).length).toBe(300_000);
  });

  it.each(['<a/>junk', '<a></a>junk', '<a/>x<!-- y -->', '<a/>&amp;'])(
    'refuses text behind the end: %s',
    (text) => {
      expect(codeOf(() => xmlToValue(text))).toBe('BAD_XML');
      expect(xmlToValue('<!-- b --><a>x</a>\n<!-- c --><?p?>\n')).toEqual({ a: 'x' });
    },
  );

  it('a message is short however many elements are open, and has a place only where one is known', () => {
    const messageOf = (text: string) => {
      try {
        xmlToValue(text);
      } catch (error) {
        return (error as Error).message;
      }
      return '';
    };
    expect(messageOf('<aaaaaaaaaa>'.repeat(150)).length).toBeLessThan(300);
    expect(messageOf('')).not.toContain('undefined');
  });

  it('names of every object are names like any other', () => {
    const text =
      '<r><constructor a="1">x</constructor><toString/><prototype>y</prototype><valueOf>1</valueOf></r>';
    expect(xmlToValue(text)).toEqual({
      r: { constructor: { '#text': 'x', '@a': '1' }, toString: '', prototype: 'y', valueOf: '1' },
    });
    expect(xmlToValue(valueToXml(xmlToValue(text)))).toEqual(xmlToValue(text));
    expect(xmlToValue('<constructor/>')).toEqual({ constructor: '' });
  });

  it('mixed content keeps its inner spaces, attributes keep all', () => {
    expect(xmlToValue('<p>\n Hello <b>x</b> y\n</p>')).toEqual({ p: { '#text': 'Hello  y', b: 'x' } });
    expect(xmlToValue('<p a=" 1 ">\n <b/> \n <c/>\n</p>')).toEqual({ p: { '@a': ' 1 ', b: '', c: '' } });
    expect(xmlToValue('<p> <![CDATA[ x ]]> </p>')).toEqual({ p: ' x ' });
    expect(xmlToValue('<p> a <!-- c --> b </p>')).toEqual({ p: 'a  b' });
    expect(xmlToValue('<p> </p>')).toEqual({ p: '' });
  });
});

describe('valueToXml', () => {
  it('writes the same form back', () => {
    const value = {
      o: { '@id': '1&"<', l: [{ x: '1' }, { x: '2' }], c: { '@y': 'q', '#text': 'a < b' }, d: '' },
    };
    expect(xmlToValue(valueToXml(value))).toEqual(value);
  });

  it('what a reader would change is written as a reference', () => {
    const value = { a: { '@t': ' "x"\r\n\t<&>\' ', b: 'x\r\ny ]]> z', c: 'é😀' } };
    expect(valueToXml(value)).toBe(
      `<a t=" &quot;x&quot;&#13;&#10;&#9;&lt;&amp;&gt;' "><b>x&#13;\ny ]]&gt; z</b><c>é😀</c></a>`,
    );
    expect(xmlToValue(valueToXml(value))).toEqual(value);
  });

  it('writes as deep as it reads, and refuses what is deeper', () => {
    const nested = (depth: number): unknown => (depth === 0 ? 'x' : { a: nested(depth - 1) });
    expect(xmlToValue(valueToXml(nested(199)))).toEqual(nested(199));
    expect(codeOf(() => valueToXml(nested(300)))).toBe('TOO_LARGE');
  });

  it('an attribute or a text alone is no document', () => {
    for (const value of [{ '@x': 1 }, { '#text': 'x' }, {}, [], null, { a: [] }]) {
      expect(codeOf(() => valueToXml(value))).toBe('BAD_XML');
    }
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
  it('refuses a record with more cells than names, and names its line', () => {
    const wordsOf = (text: string): string => {
      try {
        return JSON.stringify(csvToValue(text));
      } catch (error) {
        return error instanceof ConvertError ? `${error.code} ${error.message}` : String(error);
      }
    };
    expect(wordsOf('id,name\n1,Tea\n2,Tea, green\n')).toMatch(
      /^BAD_CSV Line 3 of the CSV has 3 cells.* names 2/,
    );
    expect(wordsOf('sep=;\nid;name\n1;a;b')).toMatch(/^BAD_CSV Line 3 /);
    expect(wordsOf('id,name\n\n"1\n1",b\n2,b,c')).toMatch(/^BAD_CSV Line 5 /);
    // the line where the record begins
    expect(wordsOf('id,name\n1,"a\nb",c\n')).toMatch(/^BAD_CSV Line 2 /);
    expect(wordsOf('id,name\r\n1,a\r\n2,"a\r\n\r\nb",c\r\n')).toMatch(/^BAD_CSV Line 3 /);
    expect(wordsOf('id,name\r\n1,"a\r\nb"\r\n2,a,c\r\n')).toMatch(/^BAD_CSV Line 4 /);
    expect(wordsOf('id,name\n1,Tea,,\n')).toBe('[{"id":"1","name":"Tea"}]');
  });

  it.each([
    ['sep=;\r\na;b\r\n1,5;2', { a: '1,5', b: '2' }],
    ['\ufeffsep=;\na;b\n1,5;2', { a: '1,5', b: '2' }],
    ['"sep=^"\na^b\n1,5^2', { a: '1,5', b: '2' }],
    ['SEP=\t\na\tb\n1;5\t2', { a: '1;5', b: '2' }],
    ['sep=;;;\na;b;c\n1,5;2;', { a: '1,5', b: '2', c: '' }],
    ['sep=,name\n1,x', { 'sep=': '1', name: 'x' }],
  ])('reads %j with the delimiter that its first line names', (text, record) => {
    expect(csvToValue(text)).toEqual([record]);
  });

  it('names members by the first line and keeps texts', () => {
    expect(csvToValue('\ufeffid,name\r\n007,"A, ""B"""\r\n8\r\n\r\n')).toEqual([
      { id: '007', name: 'A, "B"' },
      { id: '8' },
    ]);
  });

  it('finds the delimiter', () => {
    expect(csvToValue('a;b\n1,5;2')).toEqual([{ a: '1,5', b: '2' }]);
  });

  it('reads line ends of all kinds in one text', () => {
    const rows = [
      { a: '1', b: '2' },
      { a: '3', b: '4' },
    ];
    for (const text of ['a,b\r\n1,2\n3,4\r\n', 'a,b\n1,2\r\n3,4', 'a,b\r1,2\r3,4\r', 'a,b\n1,2\r3,4']) {
      expect(csvToValue(text)).toEqual(rows);
    }
    expect(csvToValue('a,b\r\n"1\r\n1","2\n2"\n')).toEqual([{ a: '1\r\n1', b: '2\n2' }]);
  });

  it.each(['\n', '\r\n\r\n', '\uFEFF\n'])('finds the delimiter behind empty lines (%j)', (empty) => {
    expect(csvToValue(`${empty}"a;b";"c"\n1;2`)).toEqual([{ 'a;b': '1', c: '2' }]);
  });

  it('finds the delimiter outside quotes, however many lines the quoted name has', () => {
    expect(csvToValue('"a,\n,,";b\n1;2')).toEqual([{ 'a,\n,,': '1', b: '2' }]);
  });

  it('a quote inside a plain field is kept', () => {
    expect(csvToValue('size,name\n5" nail,"say ""hi"""')).toEqual([{ size: '5" nail', name: 'say "hi"' }]);
  });

  it('equal names are numbered, none is lost', () => {
    expect(csvToValue('a,a,a_2,a,,\n1,2,3,4,5,6')).toEqual([{ a: '1', a_3: '2', a_2: '3', a_4: '4' }]);
  });

  it('refuses a quote that is not closed', () => {
    expect(codeOf(() => csvToValue('a,b\n"1,2'))).toBe('BAD_CSV');
  });

  it.each(['a, "b"\n1, "x, y"\n', 'a,b\n "x,y",2'])(
    'refuses a record that quotes inside a cell have split: %j',
    (text) => expect(codeOf(() => csvToValue(text))).toBe('BAD_CSV'),
  );

  it('takes a rightly quoted quote before a delimiter at the end of the line', () => {
    expect(csvToValue('a,b\n"5"" nail",x,\n')).toEqual([{ a: '5" nail', b: 'x' }]);
  });

  it('finds the delimiter behind a quote inside a name', () => {
    expect(csvToValue('it"em;price;x\n1;2;3')).toEqual([{ 'it"em': '1', price: '2', x: '3' }]);
    expect(csvToValue('"a""b;c";d\n1;2')).toEqual([{ 'a"b;c': '1', d: '2' }]);
  });

  it('keeps __proto__ as data', () => {
    expect(Object.keys(csvToValue('__proto__\n1')[0] ?? {})).toEqual(['__proto__']);
  });
});
