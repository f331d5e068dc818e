import { MigrationInterface, QueryRunner } from 'typeorm';

export class AlertsAndLimits1795832047170 implements MigrationInterface {
  name = 'AlertsAndLimits1795832047170';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
            CREATE TABLE "alerts" (
                "id" uuid NOT NULL,
                "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL DEFAULT now(),
                "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL DEFAULT now(),
                "project_id" uuid NOT NULL,
                "occasion" text NOT NULL,
                "group_key" text NOT NULL,
                "channel" text NOT NULL,
                "recipient" text NOT NULL,
                "content" jsonb NOT NULL,
                "times" integer NOT NULL DEFAULT '1',
                "state" text NOT NULL DEFAULT 'waiting',
                "attempts" integer NOT NULL DEFAULT '0',
                "next_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
                "last_error" text,
                CONSTRAINT "alerts_once" UNIQUE ("project_id", "occasion", "channel", "recipient"),
                CONSTRAINT "PK_60f895662df096bfcdfab7f4b96" PRIMARY KEY ("id")
            )
        `);
    await queryRunner.query(`
            CREATE INDEX "IDX_9d0734b728b501d235f2168136" ON "alerts" ("project_id", "group_key", "created_at")
        `);
    await queryRunner.query(`
            CREATE INDEX "alerts_due" ON "alerts" ("next_at")
            WHERE state = 'waiting'
        `);
    await queryRunner.query(`
            CREATE TABLE "credential_in_flight" (
                "credential_id" uuid NOT NULL,
                "process_id" uuid NOT NULL,
                "held" integer NOT NULL,
                "wanted" integer NOT NULL,
                "seen_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
                CONSTRAINT "PK_5d8e66069c309c6ee5774e43b8e" PRIMARY KEY ("credential_id", "process_id")
            )
        `);
    await queryRunner.query(`
            ALTER TABLE "credential_health"
            ADD "probe_until" TIMESTAMP(3) WITH TIME ZONE
        `);
    await queryRunner.query(`
            ALTER TABLE "alerts"
            ADD CONSTRAINT "FK_f01b21d21656ff12656cce07e22" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE NO ACTION
        `);
    await queryRunner.query(`
            ALTER TABLE "credential_in_flight"
            ADD CONSTRAINT "FK_5feb09852310812d629846d543d" FOREIGN KEY ("credential_id") REFERENCES "credentials"("id") ON DELETE CASCADE ON UPDATE NO ACTION
        `);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
            ALTER TABLE "credential_in_flight" DROP CONSTRAINT "FK_5feb09852310812d629846d543d"
        `);
    await queryRunner.query(`
            ALTER TABLE "alerts" DROP CONSTRAINT "FK_f01b21d21656ff12656cce07e22"
        `);
    await queryRunner.query(`
            ALTER TABLE "credential_health" DROP COLUMN "probe_until"
        `);
    await queryRunner.query(`
            DROP TABLE "credential_in_flight"
        `);
    await queryRunner.query(`
            DROP INDEX "public"."alerts_due"
        `);
    await queryRunner.query(`
            DROP INDEX "public"."IDX_9d0734b728b501d235f2168136"
        `);
    await queryRunner.query(`
            DROP TABLE "alerts"
        `);
  }
}
