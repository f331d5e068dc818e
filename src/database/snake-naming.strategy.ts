// Column and constraint names in snake_case; tables are named in their entities.
import { DefaultNamingStrategy, type NamingStrategyInterface } from 'typeorm';

const snake = (text: string): string => text.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase();

export class SnakeNamingStrategy extends DefaultNamingStrategy implements NamingStrategyInterface {
  override columnName(
    propertyName: string,
    customName: string | undefined,
    embeddedPrefixes: string[],
  ): string {
    return snake([...embeddedPrefixes, customName ?? propertyName].join('_'));
  }
}
