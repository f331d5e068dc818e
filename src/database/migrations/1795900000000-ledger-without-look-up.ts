import { MigrationInterface, QueryRunner } from 'typeorm';

/** The ledger's rows go with their pipe by a trigger: a foreign key looks the pipe up for each row that is written. */
export class LedgerWithoutLookUp1795900000000 implements MigrationInterface {
  name = 'LedgerWithoutLookUp1795900000000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
            ALTER TABLE "deliveries" DROP CONSTRAINT "FK_4851af8b0a9e6851630c67fa34f"
        `);
    // Whoever writes the ledger holds the lease of a run of the pipe: it is waited for, and comes to nothing afterwards.
    await queryRunner.query(`
            CREATE FUNCTION forget_ledger() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
              PERFORM 1 FROM run_leases l JOIN runs r ON r.id = l.run_id WHERE r.pipe_id = OLD.id FOR UPDATE OF l;
              DELETE FROM deliveries WHERE pipe_id = OLD.id;
              RETURN OLD;
            END $$
        `);
    await queryRunner.query(`
            CREATE TRIGGER forget_ledger BEFORE DELETE ON "pipes" FOR EACH ROW EXECUTE FUNCTION forget_ledger()
        `);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
            DROP TRIGGER forget_ledger ON "pipes"
        `);
    await queryRunner.query(`
            DROP FUNCTION forget_ledger()
        `);
    await queryRunner.query(`
            ALTER TABLE "deliveries"
            ADD CONSTRAINT "FK_4851af8b0a9e6851630c67fa34f" FOREIGN KEY ("pipe_id") REFERENCES "pipes"("id") ON DELETE CASCADE ON UPDATE NO ACTION
        `);
  }
}
