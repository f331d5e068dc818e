import { MigrationInterface, QueryRunner } from 'typeorm';

export class SettledRowsAndRetries1795882939025 implements MigrationInterface {
  name = 'SettledRowsAndRetries1795882939025';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
            ALTER TABLE "record_errors"
            ADD "retry_run_id" uuid
        `);
    await queryRunner.query(`
            ALTER TABLE "run_pages"
            ADD "settled" jsonb
        `);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
            ALTER TABLE "run_pages" DROP COLUMN "settled"
        `);
    await queryRunner.query(`
            ALTER TABLE "record_errors" DROP COLUMN "retry_run_id"
        `);
  }
}
