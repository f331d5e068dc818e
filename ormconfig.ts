// The DataSource of the TypeORM command line (`npm run migration:generate`), from the compiled `dist/ormconfig.js`.
import { DataSource } from 'typeorm';
import { dataSourceOptions } from './src/database/data-source-options.js';

const url = process.env.DATABASE_URL ?? '';

export default new DataSource({
  ...dataSourceOptions(url, () => undefined),
  entities: ['dist/src/**/*.entity.js'],
});
