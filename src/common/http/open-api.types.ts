// Shapes of the OpenAPI document, named once (the library does not export them).
import type { OpenAPIObject } from '@nestjs/swagger';

type Schemas = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>;

export type SchemaObject = Exclude<Schemas[string], { $ref: string }>;
export type OperationObject = NonNullable<OpenAPIObject['paths'][string]['get']>;
