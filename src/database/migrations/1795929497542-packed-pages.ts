import { MigrationInterface, QueryRunner } from 'typeorm';

export class PackedPages1795929497542 implements MigrationInterface {
  name = 'PackedPages1795929497542';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
            COMMENT ON COLUMN "run_pages"."body" IS 'Brotli after a byte 0; else zlib, as an earlier version packed it'
        `);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
            COMMENT ON COLUMN "run_pages"."body" IS NULL
        `);
  }
}
