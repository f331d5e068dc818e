import { MigrationInterface, QueryRunner } from 'typeorm';

export class PageWaves1795869184798 implements MigrationInterface {
  name = 'PageWaves1795869184798';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
            ALTER TABLE "run_pages"
            ADD "waves" integer NOT NULL DEFAULT '0'
        `);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
            ALTER TABLE "run_pages" DROP COLUMN "waves"
        `);
  }
}
