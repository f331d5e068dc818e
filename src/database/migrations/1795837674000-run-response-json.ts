import { MigrationInterface, QueryRunner } from 'typeorm';

export class RunResponseJson1795837674000 implements MigrationInterface {
  name = 'RunResponseJson1795837674000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
            ALTER TABLE "runs" DROP COLUMN "response"
        `);
    await queryRunner.query(`
            ALTER TABLE "runs"
            ADD "response" json
        `);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
            ALTER TABLE "runs" DROP COLUMN "response"
        `);
    await queryRunner.query(`
            ALTER TABLE "runs"
            ADD "response" jsonb
        `);
  }
}
