import { MigrationInterface, QueryRunner } from 'typeorm';

export class CredentialUnknownFailures1795835152062 implements MigrationInterface {
  name = 'CredentialUnknownFailures1795835152062';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
            ALTER TABLE "credentials"
            ADD "unknown_failures" integer NOT NULL DEFAULT '0'
        `);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
            ALTER TABLE "credentials" DROP COLUMN "unknown_failures"
        `);
  }
}
