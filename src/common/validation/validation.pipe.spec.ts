import { DomainError, type FieldError } from '../errors/domain-error.js';
import {
  EmailListField,
  IntegerField,
  JsonField,
  ListField,
  ObjectField,
  ObjectListField,
  StringMapField,
  TextField,
} from './fields.decorator.js';
import { createValidationPipe } from './validation.pipe.js';

/** Names that every object has, and those that Nest takes out of bodies. */
const STRANGE = [...Object.getOwnPropertyNames(Object.prototype), 'prototype'];

class CallDto {
  @TextField({ description: 'Name.' }) name!: string;
  @JsonField({ description: 'Body.', optional: true, nullable: true }) body?: unknown;
}

class BaseDto {
  @ObjectListField(() => CallDto, { description: 'Calls.', max: 5, optional: true, cleared: [] })
  calls?: CallDto[];
}

class SystemDto extends BaseDto {
  @TextField({ description: 'Name.', optional: true, cleared: '' }) title?: string;
  @ObjectField(() => CallDto, { description: 'Call.', optional: true }) call?: CallDto;
  @StringMapField({ description: 'Headers.', optional: true, cleared: {} }) headers?: Record<string, string>;
  @JsonField({ description: 'Inputs.', optional: true }) inputs?: unknown;
  @IntegerField({ description: 'Size.', optional: true }) size?: number;
  @EmailListField({ description: 'Users.', max: 3, optional: true, cleared: [] }) users?: string[];
  @ListField(
    { description: 'Codes.', max: 3, optional: true, cleared: [401] },
    { type: 'integer' },
    () => null,
  )
  codes?: number[];
}

const pipe = createValidationPipe();
const read = (body: unknown) =>
  pipe.transform(body, { type: 'body', metatype: SystemDto }) as Promise<SystemDto>;
/** As the parser reads it: `__proto__` is a member like others. */
const json = (text: string): unknown => JSON.parse(text);

async function faultsOf(body: unknown): Promise<FieldError[]> {
  const error: unknown = await read(body).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(DomainError);
  return (error as DomainError).errors ?? [];
}

describe('the validation of bodies', () => {
  it.each(STRANGE)(
    'refuses the unknown member %j by its name, at every level of its own objects',
    async (name) => {
      expect(await faultsOf(json(`{"title": "a", ${JSON.stringify(name)}: "x"}`))).toMatchObject([
        { field: name, code: 'unknown_field' },
      ]);
      const calls = `"calls": [{"name": "a"}, {"name": "b", ${JSON.stringify(name)}: {}}]`;
      expect(
        await faultsOf(json(`{${calls}, "call": {"name": "c", ${JSON.stringify(name)}: 1}}`)),
      ).toMatchObject([
        { field: `calls[1].${name}`, code: 'unknown_field' },
        { field: `call.${name}`, code: 'unknown_field' },
      ]);
    },
  );

  it.each(STRANGE)('keeps the member %j of payloads and maps, nested ones too', async (name) => {
    const member = `{${JSON.stringify(name)}: "x", "deep": {${JSON.stringify(name)}: ["y"]}}`;
    const text = `{"inputs": ${member}, "calls": [{"name": "a", "body": ${member}}], "headers": {${JSON.stringify(name)}: "z"}}`;
    const { inputs, calls, headers } = await read(json(text));
    expect(JSON.stringify({ inputs, calls, headers })).toBe(JSON.stringify(json(text)));
    expect(Object.keys(headers!)).toEqual([name]);
    expect(({} as { deep?: unknown }).deep).toBeUndefined();
  });

  it('tells unknown members beside what else is wrong, and at most a hundred', async () => {
    expect(await faultsOf({ size: 'x', foo: 1, toString: 2 })).toMatchObject([
      { field: 'foo', code: 'unknown_field' },
      { field: 'toString', code: 'unknown_field' },
      { field: 'size', code: 'wrong_type' },
    ]);
    const many = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`k${index}`, index]));
    expect(await faultsOf(many)).toHaveLength(100);
  });

  it('makes objects of its own classes and leaves wrong ones to their validators', async () => {
    const { calls, call } = await read({ calls: [{ name: 'a' }], call: { name: 'b' } });
    expect([calls![0], call]).toEqual([expect.any(CallDto), expect.any(CallDto)]);
    expect(await faultsOf({ calls: ['a'] })).toMatchObject([{ field: 'calls[0]', code: 'wrong_type' }]);
    expect(await faultsOf({ calls: { name: 'a' } })).toMatchObject([{ field: 'calls', code: 'wrong_type' }]);
    expect(await faultsOf({ call: [] })).toMatchObject([{ field: 'call', code: 'wrong_type' }]);
    expect(await faultsOf({ headers: ['a'] })).toMatchObject([{ field: 'headers', code: 'wrong_type' }]);
  });

  it('takes null for the value that the member is cleared to, a fresh one each time', async () => {
    const body = { title: null, calls: null, headers: null, users: null, codes: null };
    const first = await read(body);
    expect(first).toEqual({ title: '', calls: [], headers: {}, users: [], codes: [401] });
    first.codes!.push(403);
    expect((await read(body)).codes).toEqual([401]);
    expect(await faultsOf({ size: null, call: null, inputs: null, ...body })).toHaveLength(2);
  });

  it('names the entry of a list at fault as it was sent, and counts duplicates', async () => {
    expect(await faultsOf({ users: ['a@x.io', 'A@x.io', 'bad'] })).toMatchObject([{ field: 'users[2]' }]);
    expect(await faultsOf({ users: ['a@x.io', 'a@x.io', 'a@x.io', 'a@x.io'] })).toMatchObject([
      { field: 'users', code: 'too_many' },
    ]);
  });
});
