// The settings map in the OpenAPI document, from the registry.
import type { SchemaObject } from '../../common/http/open-api.types.js';
import { canBeCleared, type SettingDefinition, SETTINGS } from './setting-registry.js';

const TYPES: Record<SettingDefinition['type'], SchemaObject> = {
  boolean: { type: 'boolean' },
  integer: { type: 'integer' },
  string: { type: 'string' },
  string_list: { type: 'array', items: { type: 'string' } },
};

const schemaOf = (setting: SettingDefinition): SchemaObject => ({
  ...TYPES[setting.type],
  description: setting.description,
  default: setting.default,
});

const properties: Record<string, SchemaObject> = Object.fromEntries(
  SETTINGS.map((setting) => [setting.key, schemaOf(setting)]),
);

export const settingsSchema: SchemaObject = {
  type: 'object',
  required: SETTINGS.map((setting) => setting.key),
  properties,
};

export const settingsChangeSchema: SchemaObject = {
  type: 'object',
  additionalProperties: false,
  properties: Object.fromEntries(
    SETTINGS.map((setting) => [
      setting.key,
      { ...schemaOf(setting), ...(canBeCleared(setting) ? { nullable: true } : {}) },
    ]),
  ),
};
