import { MigrationInterface, QueryRunner } from 'typeorm';

export class RunWaitingTime1795842268218 implements MigrationInterface {
  name = 'RunWaitingTime1795842268218';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
            ALTER TABLE "runs"
            ADD "waiting_since" TIMESTAMP(3) WITH TIME ZONE
        `);
    await queryRunner.query(`
            ALTER TABLE "runs"
            ADD "waited_ms" bigint NOT NULL DEFAULT '0'
        `);
    await queryRunner.query(`
            UPDATE "runs" SET "waiting_since" = "updated_at" WHERE "status" = 'waiting'
        `);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
            ALTER TABLE "runs" DROP COLUMN "waited_ms"
        `);
    await queryRunner.query(`
            ALTER TABLE "runs" DROP COLUMN "waiting_since"
        `);
  }
}
