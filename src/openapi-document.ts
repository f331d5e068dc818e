// The OpenAPI document, generated from the code: routes, shapes, security, both envelopes.
import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { ERROR_CODES } from './common/errors/error-codes.js';
import type { OperationObject, SchemaObject } from './common/http/open-api.types.js';
import { namedSchemas } from './common/validation/shapes.js';
import { describeMembers, summaryOf, whoMayCall } from './openapi-words.js';

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

const failureProperties: Record<string, SchemaObject> = {
  status: { type: 'boolean', enum: [false] },
  status_code: { type: 'integer', example: 400 },
  response_status: { type: 'integer', description: 'The same number as status_code.', example: 400 },
  message: { type: 'string', description: 'The reason, in words.' },
  data: { type: 'object', nullable: true, description: 'Always null.' },
};

const failure: SchemaObject = {
  type: 'object',
  required: ['status', 'status_code', 'response_status', 'message', 'data', 'error_code'],
  properties: {
    ...failureProperties,
    error_code: { type: 'string', enum: [...ERROR_CODES] },
    errors: {
      type: 'array',
      description: 'Present when single fields are at fault.',
      items: {
        type: 'object',
        required: ['field', 'code', 'message'],
        properties: {
          field: { type: 'string', description: 'A path such as users[2].', example: 'users[2]' },
          code: { type: 'string', example: 'invalid_email' },
          message: { type: 'string', example: 'must be an e-mail address' },
          position: {
            type: 'integer',
            description: 'Characters before the fault inside the text of that field, such as a formula.',
          },
          fixes: {
            type: 'array',
            items: { type: 'object', additionalProperties: true },
            description: 'Changes that would mend a mapping document: {label, at, value}.',
          },
        },
      },
    },
  },
};

const unauthorized: SchemaObject = {
  type: 'object',
  required: ['status', 'status_code', 'response_status', 'message', 'data'],
  properties: failureProperties,
};

const refusal = (description: string, schema = 'Failure') => ({
  description,
  content: { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` } } },
});

export function openApiDocument(app: INestApplication): OpenAPIObject {
  const config = new DocumentBuilder()
    .setTitle('Pipewright')
    .setDescription(
      'Connects external systems and moves data between them. Every answer is an envelope: success or failure.',
    )
    .setVersion('0.1.0')
    .setLicense('MIT', 'https://opensource.org/license/mit')
    .addBearerAuth(
      {
        type: 'http',
        scheme: 'bearer',
        description: 'A personal access token or the access token of a sign-in.',
      },
      'bearer',
    )
    .build();
  const origins = new Map<string, { controller: string; method: string }>();
  const document = SwaggerModule.createDocument(app, config, {
    operationIdFactory: (controller: string, method: string) => {
      const id = operationId(controller, method);
      origins.set(id, { controller, method });
      return id;
    },
  });
  document.components ??= {};
  document.components.schemas = {
    ...document.components.schemas,
    ...Object.fromEntries(namedSchemas),
    Failure: failure,
    Unauthorized: unauthorized,
  };
  describeMembers(document.components.schemas);
  for (const [path, item] of Object.entries(document.paths)) {
    for (const method of METHODS) {
      const operation = item[method];
      if (!operation) continue;
      const origin = origins.get(operation.operationId ?? '');
      operation.summary ||= origin
        ? summaryOf(origin.controller, origin.method, method === 'post' && path.includes('{id}'))
        : path;
      completeOperation(operation, path, method);
    }
  }
  return document;
}

/** `ProjectsController.create` → `projectsCreate`. */
function operationId(controller: string, method: string): string {
  const name = controller.replace(/Controller$/, '');
  return name.charAt(0).toLowerCase() + name.slice(1) + method.charAt(0).toUpperCase() + method.slice(1);
}

type Operation = OperationObject & { 'x-public'?: boolean; 'x-access'?: Parameters<typeof whoMayCall>[0] };

function completeOperation(operation: Operation, path: string, method: string): void {
  operation.description ||= whoMayCall(operation['x-access']);
  delete operation['x-access'];
  const isOpen = operation['x-public'] === true;
  operation.security = isOpen ? [] : [{ bearer: [] }];
  operation.responses = {
    ...operation.responses,
    400: refusal('The request is wrong; `errors` names the fields.'),
    ...(isOpen && method === 'get'
      ? {}
      : { 401: refusal('No access token, or one that is not valid.', 'Unauthorized') }),
    ...(isOpen ? {} : { 403: refusal('The caller may not do this.') }),
    ...(path.includes('{') ? { 404: refusal('There is no such thing for this caller.') } : {}),
    ...(method === 'post'
      ? {
          409: refusal('The state of things does not allow it.'),
          413: refusal('The body is too large.'),
          415: refusal('The body is not JSON.'),
        }
      : {}),
    429: refusal('Too many requests; see Retry-After.'),
    503: refusal('The service or its database is not available; see Retry-After.'),
  };
}
