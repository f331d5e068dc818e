// The settings map in the OpenAPI document, from the registry.
import type { SchemaObject } from '../../common/http/open-api.types.js';
import { type SettingDefinition, SETTINGS } from './setting-registry.js';

const TYPES: Record<SettingDefinition['type'], SchemaObject> = {
  boolean: { type: 'boolean' },
  integer: { type: 'integer' },
  string: { type: 'string' },
  string_list: { type: 'array', items: { type: 'string' } },
};

const properties = Object.fromEntries(
  SETTINGS.map((setting) => [
    setting.key,
    {
      ...TYPES[setting.type],
      description: setting.description,
      default: setting.default,
    } satisfies SchemaObject,
  ]),
);

export const settingsSchema: SchemaObject = {
  type: 'object',
  required: SETTINGS.map((setting) => setting.key),
  properties,
};

export const settingsChangeSchema: SchemaObject = { type: 'object', additionalProperties: false, properties };
