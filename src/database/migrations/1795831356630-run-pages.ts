import { MigrationInterface, QueryRunner } from 'typeorm';

export class RunPages1795831356630 implements MigrationInterface {
  name = 'RunPages1795831356630';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
            ALTER TABLE "runs"
            ADD "pages" integer NOT NULL DEFAULT '0'
        `);
    await queryRunner.query(`
            CREATE INDEX "runs_active_of_pipe" ON "runs" ("pipe_id", "created_at", "id")
            WHERE status in ('queued', 'running', 'waiting')
        `);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
            DROP INDEX "public"."runs_active_of_pipe"
        `);
    await queryRunner.query(`
            ALTER TABLE "runs" DROP COLUMN "pages"
        `);
  }
}
