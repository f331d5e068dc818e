import { MigrationInterface, QueryRunner } from 'typeorm';

export class SlotRunOptional1795837391069 implements MigrationInterface {
  name = 'SlotRunOptional1795837391069';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
            ALTER TABLE "schedule_slots"
            ALTER COLUMN "run_id" DROP NOT NULL
        `);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DELETE FROM "schedule_slots" WHERE "run_id" IS NULL`);
    await queryRunner.query(`
            ALTER TABLE "schedule_slots"
            ALTER COLUMN "run_id"
            SET NOT NULL
        `);
  }
}
