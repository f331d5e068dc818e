// How a handler answers: its success message and the shape of `data`, for the envelope and for the OpenAPI document.
import { applyDecorators, HttpCode, SetMetadata, type Type } from '@nestjs/common';
import { ApiExtraModels, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import type { SchemaObject } from './open-api.types.js';

export const ANSWER_KEY = 'pipewright:answer';
/** On handlers that write their own bytes (pages, event streams, the OpenAPI document). */
export const RAW_ANSWER_KEY = 'pipewright:raw-answer';

export interface AnswerOptions {
  /** The envelope's `message`. */
  message: string;
  /** The DTO in `data`; absent: an empty object. */
  type?: Type;
  /** `page`/`cursor`: `data` is an array of `type` with pagination in `additional_data`; `array`: an array alone. */
  list?: 'page' | 'cursor' | 'array';
  /** A free-form `data`, where no DTO can say it. */
  schema?: SchemaObject;
  /** 202 only for an accepted webhook call. */
  status?: 200 | 202;
}

const pagination: Record<'page' | 'cursor', SchemaObject> = {
  page: {
    type: 'object',
    required: ['page', 'per_page', 'total', 'total_pages'],
    properties: {
      page: { type: 'integer', minimum: 1, example: 1 },
      per_page: { type: 'integer', minimum: 1, maximum: 200, example: 50 },
      total: { type: 'integer', minimum: 0, example: 1 },
      total_pages: { type: 'integer', minimum: 0, example: 1 },
    },
  },
  cursor: {
    type: 'object',
    required: ['limit', 'next'],
    properties: {
      limit: { type: 'integer', minimum: 1, maximum: 200, example: 50 },
      next: { type: 'string', nullable: true, description: 'Send it as `after`; null at the end.' },
    },
  },
};

function dataSchema(options: AnswerOptions): SchemaObject {
  if (options.schema) return options.schema;
  if (!options.type) return { type: 'object' };
  const item = { $ref: getSchemaPath(options.type) };
  return options.list ? { type: 'array', items: item } : (item as SchemaObject);
}

function additionalSchema(options: AnswerOptions): SchemaObject {
  if (options.list !== 'page' && options.list !== 'cursor') return { type: 'object' };
  return {
    type: 'object',
    required: ['pagination'],
    properties: { pagination: pagination[options.list] },
  };
}

/** Declares the success envelope of a handler. */
export function Answers(options: AnswerOptions): MethodDecorator {
  const status = options.status ?? 200;
  return applyDecorators(
    SetMetadata(ANSWER_KEY, options),
    HttpCode(status),
    ...(options.type ? [ApiExtraModels(options.type)] : []),
    ApiResponse({
      status,
      description: options.message,
      schema: {
        type: 'object',
        required: ['status', 'success', 'message', 'error_code', 'data', 'additional_data'],
        properties: {
          status: { type: 'integer', enum: [status], example: status },
          success: { type: 'boolean', enum: [true], example: true },
          message: { type: 'string', example: options.message },
          error_code: { type: 'string', enum: [''], description: 'Empty on success.' },
          data: dataSchema(options),
          additional_data: additionalSchema(options),
        },
      },
    }),
  );
}

/** The handler answers by itself, outside the envelope. */
export const RawAnswer = () => SetMetadata(RAW_ANSWER_KEY, true);
