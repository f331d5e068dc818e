import { MigrationInterface, QueryRunner } from 'typeorm';

export class Triggers1795824639734 implements MigrationInterface {
  name = 'Triggers1795824639734';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
            CREATE TABLE "triggers" (
                "id" uuid NOT NULL,
                "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL DEFAULT now(),
                "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL DEFAULT now(),
                "project_id" uuid NOT NULL,
                "pipe_id" uuid NOT NULL,
                "kind" text NOT NULL,
                "settings" jsonb NOT NULL,
                "next_run_at" TIMESTAMP(3) WITH TIME ZONE,
                "hook_key" text,
                "secret" text,
                CONSTRAINT "PK_c32a7768b269f07efe1fdca3216" PRIMARY KEY ("id")
            )
        `);
    await queryRunner.query(`
            CREATE UNIQUE INDEX "IDX_5caca563098941472321a61475" ON "triggers" ("hook_key")
        `);
    await queryRunner.query(`
            CREATE INDEX "triggers_due" ON "triggers" ("next_run_at")
            WHERE next_run_at is not null
        `);
    await queryRunner.query(`
            CREATE INDEX "IDX_56aef6619ad1204c96a6c96e6e" ON "triggers" ("project_id", "pipe_id")
        `);
    await queryRunner.query(`
            CREATE TABLE "schedule_slots" (
                "trigger_id" uuid NOT NULL,
                "slot" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
                "run_id" uuid NOT NULL,
                CONSTRAINT "PK_85e1d04acf704e9fd655b3e52e3" PRIMARY KEY ("trigger_id", "slot")
            )
        `);
    await queryRunner.query(`
            CREATE TABLE "hook_events" (
                "trigger_id" uuid NOT NULL,
                "event_id" text NOT NULL,
                "run_id" uuid NOT NULL,
                "at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
                CONSTRAINT "PK_6dc389d225d1747e640d210c920" PRIMARY KEY ("trigger_id", "event_id")
            )
        `);
    await queryRunner.query(`
            CREATE INDEX "IDX_a82b4657c89bdf2d8ec5b57ae8" ON "hook_events" ("at")
        `);
    await queryRunner.query(`
            ALTER TABLE "triggers"
            ADD CONSTRAINT "FK_56aef6619ad1204c96a6c96e6e7" FOREIGN KEY ("project_id", "pipe_id") REFERENCES "pipes"("project_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION
        `);
    await queryRunner.query(`
            ALTER TABLE "triggers"
            ADD CONSTRAINT "FK_e1f7051c03aa27314e02aa34796" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE NO ACTION
        `);
    await queryRunner.query(`
            ALTER TABLE "schedule_slots"
            ADD CONSTRAINT "FK_7a18ff0e0fa601113478db70524" FOREIGN KEY ("trigger_id") REFERENCES "triggers"("id") ON DELETE CASCADE ON UPDATE NO ACTION
        `);
    await queryRunner.query(`
            ALTER TABLE "hook_events"
            ADD CONSTRAINT "FK_9d657ee4f9ef77787d8f8455188" FOREIGN KEY ("trigger_id") REFERENCES "triggers"("id") ON DELETE CASCADE ON UPDATE NO ACTION
        `);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
            ALTER TABLE "hook_events" DROP CONSTRAINT "FK_9d657ee4f9ef77787d8f8455188"
        `);
    await queryRunner.query(`
            ALTER TABLE "schedule_slots" DROP CONSTRAINT "FK_7a18ff0e0fa601113478db70524"
        `);
    await queryRunner.query(`
            ALTER TABLE "triggers" DROP CONSTRAINT "FK_e1f7051c03aa27314e02aa34796"
        `);
    await queryRunner.query(`
            ALTER TABLE "triggers" DROP CONSTRAINT "FK_56aef6619ad1204c96a6c96e6e7"
        `);
    await queryRunner.query(`
            DROP INDEX "public"."IDX_a82b4657c89bdf2d8ec5b57ae8"
        `);
    await queryRunner.query(`
            DROP TABLE "hook_events"
        `);
    await queryRunner.query(`
            DROP TABLE "schedule_slots"
        `);
    await queryRunner.query(`
            DROP INDEX "public"."IDX_56aef6619ad1204c96a6c96e6e"
        `);
    await queryRunner.query(`
            DROP INDEX "public"."triggers_due"
        `);
    await queryRunner.query(`
            DROP INDEX "public"."IDX_5caca563098941472321a61475"
        `);
    await queryRunner.query(`
            DROP TABLE "triggers"
        `);
  }
}
