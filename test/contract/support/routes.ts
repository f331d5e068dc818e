// The routes of the service as its OpenAPI document lists them, and bodies that fit their shapes.
import { openApiDocument } from '../../../src/openapi-document.js';
import type { TestApp } from '../../support/create-test-app.js';

export interface Schema {
  $ref?: string;
  type?: string;
  format?: string;
  enum?: unknown[];
  example?: unknown;
  default?: unknown;
  required?: string[];
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  items?: Schema;
  oneOf?: Schema[];
  allOf?: Schema[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  maxItems?: number;
  nullable?: boolean;
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  schema: Schema;
}

export interface Route {
  method: 'GET' | 'POST';
  /** As in the document: `/api/projects/{id}`. */
  path: string;
  /** `GET /api/projects/{id}` */
  name: string;
  isPublic: boolean;
  isStream: boolean;
  parameters: Parameter[];
  body: Schema | null;
  /** `data` of the success envelope. */
  answer: Schema | null;
}

interface Operation {
  'x-public'?: boolean;
  parameters?: Parameter[];
  requestBody?: { content?: Record<string, { schema?: Schema }> };
  responses?: Record<string, { content?: Record<string, { schema?: Schema }> }>;
}

export interface Contract {
  routes: Route[];
  resolve(schema: Schema): Schema;
}

export function contractOf(test: TestApp): Contract {
  return contractFrom(openApiDocument(test.app));
}

export function contractFrom(openApi: unknown): Contract {
  const document = openApi as {
    paths: Record<string, Record<string, Operation>>;
    components: { schemas: Record<string, Schema> };
  };
  const routes = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => routeOf(method, path, operation)),
  );
  const resolve = (schema: Schema): Schema => {
    if (schema.$ref) return resolve(document.components.schemas[schema.$ref.split('/').pop() ?? ''] ?? {});
    if (schema.allOf?.length === 1) return resolve(schema.allOf[0]!);
    return schema;
  };
  return { routes, resolve };
}

function routeOf(method: string, path: string, operation: Operation): Route {
  const upper = method.toUpperCase() as Route['method'];
  const answers = Object.values(operation.responses ?? {}).flatMap((answer) =>
    Object.keys(answer.content ?? {}),
  );
  return {
    method: upper,
    path,
    name: `${upper} ${path}`,
    isPublic: operation['x-public'] === true,
    isStream: answers.includes('text/event-stream'),
    parameters: operation.parameters ?? [],
    body: operation.requestBody?.content?.['application/json']?.schema ?? null,
    answer: operation.responses?.['200']?.content?.['application/json']?.schema?.properties?.data ?? null,
  };
}

/** The smallest body that fits: required members only, by their examples where there are some. */
export function smallestBody(contract: Contract, schema: Schema | null): Record<string, unknown> {
  if (!schema) return {};
  return valueOf(contract, schema) as Record<string, unknown>;
}

function valueOf(contract: Contract, given: Schema): unknown {
  const schema = contract.resolve(given);
  if (schema.example !== undefined) return schema.example;
  if (schema.default !== undefined) return schema.default;
  if (schema.enum) return schema.enum[0];
  if (schema.oneOf) return valueOf(contract, schema.oneOf[0]!);
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        (schema.required ?? []).map((name) => [name, valueOf(contract, schema.properties?.[name] ?? {})]),
      );
    case 'array':
      return [];
    case 'integer':
    case 'number':
      return schema.minimum ?? 1;
    case 'boolean':
      return false;
    case 'string':
      return 'x'.repeat(Math.max(1, schema.minLength ?? 1));
    default:
      return {};
  }
}
