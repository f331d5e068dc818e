import { MigrationInterface, QueryRunner } from 'typeorm';

export class KeptRecords1795847900000 implements MigrationInterface {
  name = 'KeptRecords1795847900000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
            ALTER TABLE "credential_health" DROP CONSTRAINT "FK_19f879a0d219cb92f509034620b"
        `);
    await queryRunner.query(`
            ALTER TABLE "credential_in_flight" DROP CONSTRAINT "FK_5feb09852310812d629846d543d"
        `);
    await queryRunner.query(`
            CREATE TABLE "run_page_parts" (
                "run_id" uuid NOT NULL,
                "page" integer NOT NULL,
                "project_id" uuid NOT NULL,
                "parts" text NOT NULL,
                CONSTRAINT "PK_56b4b4c6a577db1da5704312d97" PRIMARY KEY ("run_id", "page")
            )
        `);
    await queryRunner.query(`
            ALTER TABLE "run_records"
            ADD "sealed_source" text
        `);
    await queryRunner.query(`
            ALTER TABLE "run_page_parts"
            ADD CONSTRAINT "FK_f03ad0d04998721e2dd1e7bd57a" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE NO ACTION
        `);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
            DELETE FROM "credential_in_flight"
            WHERE "credential_id" NOT IN (SELECT "id" FROM "credentials")
        `);
    await queryRunner.query(`
            DELETE FROM "credential_health"
            WHERE "credential_id" NOT IN (SELECT "id" FROM "credentials")
        `);
    await queryRunner.query(`
            ALTER TABLE "run_page_parts" DROP CONSTRAINT "FK_f03ad0d04998721e2dd1e7bd57a"
        `);
    await queryRunner.query(`
            ALTER TABLE "run_records" DROP COLUMN "sealed_source"
        `);
    await queryRunner.query(`
            DROP TABLE "run_page_parts"
        `);
    await queryRunner.query(`
            ALTER TABLE "credential_in_flight"
            ADD CONSTRAINT "FK_5feb09852310812d629846d543d" FOREIGN KEY ("credential_id") REFERENCES "credentials"("id") ON DELETE CASCADE ON UPDATE NO ACTION
        `);
    await queryRunner.query(`
            ALTER TABLE "credential_health"
            ADD CONSTRAINT "FK_19f879a0d219cb92f509034620b" FOREIGN KEY ("credential_id") REFERENCES "credentials"("id") ON DELETE CASCADE ON UPDATE NO ACTION
        `);
  }
}
