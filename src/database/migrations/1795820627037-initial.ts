import { MigrationInterface, QueryRunner } from 'typeorm';

export class Initial1795820627037 implements MigrationInterface {
  name = 'Initial1795820627037';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
            CREATE TABLE "access_tokens" (
                "id" uuid NOT NULL,
                "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL DEFAULT now(),
                "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL DEFAULT now(),
                "user_id" uuid NOT NULL,
                "token_name" text NOT NULL,
                "public_id" text NOT NULL,
                "token_hash" bytea NOT NULL,
                "read_only" boolean NOT NULL,
                "project_ids" uuid array,
                "expires_at" TIMESTAMP WITH TIME ZONE,
                "last_used_at" TIMESTAMP WITH TIME ZONE,
                CONSTRAINT "PK_65140f59763ff994a0252488166" PRIMARY KEY ("id")
            )
        `);
    await queryRunner.query(`
            CREATE INDEX "IDX_09ee750a035b06e0c7f0704687" ON "access_tokens" ("user_id")
        `);
    await queryRunner.query(`
            CREATE UNIQUE INDEX "access_tokens_public_id_key" ON "access_tokens" ("public_id")
        `);
    await queryRunner.query(`
            CREATE TABLE "sessions" (
                "id" uuid NOT NULL,
                "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL DEFAULT now(),
                "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL DEFAULT now(),
                "user_id" uuid NOT NULL,
                "token_hash" bytea NOT NULL,
                "previous_token_hash" bytea,
                "rotated_at" TIMESTAMP WITH TIME ZONE NOT NULL,
                "expires_at" TIMESTAMP WITH TIME ZONE NOT NULL,
                "user_agent" text NOT NULL,
                "address" text NOT NULL,
                CONSTRAINT "PK_3238ef96f18b355b671619111bc" PRIMARY KEY ("id")
            )
        `);
    await queryRunner.query(`
            CREATE INDEX "IDX_085d540d9f418cfbdc7bd55bb1" ON "sessions" ("user_id")
        `);
    await queryRunner.query(`
            CREATE TABLE "idempotency_keys" (
                "user_id" uuid NOT NULL,
                "key_hash" bytea NOT NULL,
                "body_hash" bytea NOT NULL,
                "answer" text,
                "created_at" TIMESTAMP WITH TIME ZONE NOT NULL,
                CONSTRAINT "PK_91ddc34863cd4360f14ab7fb9d6" PRIMARY KEY ("user_id", "key_hash")
            )
        `);
    await queryRunner.query(`
            CREATE INDEX "IDX_5e72f040fdc5efc8eef52a388c" ON "idempotency_keys" ("created_at")
        `);
    await queryRunner.query(`
            CREATE TABLE "instance_facts" (
                "name" text NOT NULL,
                "value" text NOT NULL,
                CONSTRAINT "PK_2b72af505c960ff01a86594cee9" PRIMARY KEY ("name")
            )
        `);
    await queryRunner.query(`
            CREATE TABLE "project_users" (
                "project_id" uuid NOT NULL,
                "email" text NOT NULL,
                CONSTRAINT "PK_56157cead81d65223f95902b9ed" PRIMARY KEY ("project_id", "email")
            )
        `);
    await queryRunner.query(`
            CREATE INDEX "IDX_5aa907b7d1db1fdc647ae8f608" ON "project_users" ("email")
        `);
    await queryRunner.query(`
            CREATE TABLE "project_groups" (
                "project_id" uuid NOT NULL,
                "group_id" uuid NOT NULL,
                CONSTRAINT "PK_c872fe285dab698bf4b39c3825f" PRIMARY KEY ("project_id", "group_id")
            )
        `);
    await queryRunner.query(`
            CREATE INDEX "IDX_7503d8ab574f9715f325adbdec" ON "project_groups" ("group_id")
        `);
    await queryRunner.query(`
            CREATE TABLE "projects" (
                "id" uuid NOT NULL,
                "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL DEFAULT now(),
                "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL DEFAULT now(),
                "project_name" text NOT NULL,
                "project_description" text NOT NULL DEFAULT '',
                "created_by" uuid NOT NULL,
                "settings" jsonb NOT NULL DEFAULT '{}',
                CONSTRAINT "PK_6271df0a7aed1d6c0691ce6ac50" PRIMARY KEY ("id")
            )
        `);
    await queryRunner.query(`
            CREATE INDEX "IDX_8a7ccdb94bcc8635f933c8f808" ON "projects" ("created_by")
        `);
    await queryRunner.query(`
            CREATE TABLE "group_members" (
                "group_id" uuid NOT NULL,
                "email" text NOT NULL,
                CONSTRAINT "PK_b880cfae03535775698504e6f31" PRIMARY KEY ("group_id", "email")
            )
        `);
    await queryRunner.query(`
            CREATE INDEX "IDX_d3a8bf522869b8991cdeed18ec" ON "group_members" ("email")
        `);
    await queryRunner.query(`
            CREATE TABLE "groups" (
                "id" uuid NOT NULL,
                "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL DEFAULT now(),
                "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL DEFAULT now(),
                "group_name" text NOT NULL,
                "name_key" text NOT NULL,
                CONSTRAINT "PK_659d1483316afb28afd3a90646e" PRIMARY KEY ("id")
            )
        `);
    await queryRunner.query(`
            CREATE UNIQUE INDEX "groups_name_key_key" ON "groups" ("name_key")
        `);
    await queryRunner.query(`
            CREATE TABLE "users" (
                "id" uuid NOT NULL,
                "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL DEFAULT now(),
                "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL DEFAULT now(),
                "email" text NOT NULL,
                "name" text NOT NULL,
                "password_hash" text,
                "role" text NOT NULL,
                "suspended_at" TIMESTAMP WITH TIME ZONE,
                CONSTRAINT "PK_a3ffb1c0c8416b9fc6f907b7433" PRIMARY KEY ("id")
            )
        `);
    await queryRunner.query(`
            CREATE UNIQUE INDEX "users_email_key" ON "users" ("email")
        `);
    await queryRunner.query(`
            ALTER TABLE "access_tokens"
            ADD CONSTRAINT "FK_09ee750a035b06e0c7f0704687e" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE NO ACTION
        `);
    await queryRunner.query(`
            ALTER TABLE "sessions"
            ADD CONSTRAINT "FK_085d540d9f418cfbdc7bd55bb19" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE NO ACTION
        `);
    await queryRunner.query(`
            ALTER TABLE "project_users"
            ADD CONSTRAINT "FK_3a53b25fef9b1ac81501a2816a5" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE NO ACTION
        `);
    await queryRunner.query(`
            ALTER TABLE "project_groups"
            ADD CONSTRAINT "FK_9993d8060b92b81b349cf128c5e" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE NO ACTION
        `);
    await queryRunner.query(`
            ALTER TABLE "project_groups"
            ADD CONSTRAINT "FK_7503d8ab574f9715f325adbdecc" FOREIGN KEY ("group_id") REFERENCES "groups"("id") ON DELETE CASCADE ON UPDATE NO ACTION
        `);
    await queryRunner.query(`
            ALTER TABLE "projects"
            ADD CONSTRAINT "FK_8a7ccdb94bcc8635f933c8f8080" FOREIGN KEY ("created_by") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE NO ACTION
        `);
    await queryRunner.query(`
            ALTER TABLE "group_members"
            ADD CONSTRAINT "FK_2c840df5db52dc6b4a1b0b69c6e" FOREIGN KEY ("group_id") REFERENCES "groups"("id") ON DELETE CASCADE ON UPDATE NO ACTION
        `);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
            ALTER TABLE "group_members" DROP CONSTRAINT "FK_2c840df5db52dc6b4a1b0b69c6e"
        `);
    await queryRunner.query(`
            ALTER TABLE "projects" DROP CONSTRAINT "FK_8a7ccdb94bcc8635f933c8f8080"
        `);
    await queryRunner.query(`
            ALTER TABLE "project_groups" DROP CONSTRAINT "FK_7503d8ab574f9715f325adbdecc"
        `);
    await queryRunner.query(`
            ALTER TABLE "project_groups" DROP CONSTRAINT "FK_9993d8060b92b81b349cf128c5e"
        `);
    await queryRunner.query(`
            ALTER TABLE "project_users" DROP CONSTRAINT "FK_3a53b25fef9b1ac81501a2816a5"
        `);
    await queryRunner.query(`
            ALTER TABLE "sessions" DROP CONSTRAINT "FK_085d540d9f418cfbdc7bd55bb19"
        `);
    await queryRunner.query(`
            ALTER TABLE "access_tokens" DROP CONSTRAINT "FK_09ee750a035b06e0c7f0704687e"
        `);
    await queryRunner.query(`
            DROP INDEX "public"."users_email_key"
        `);
    await queryRunner.query(`
            DROP TABLE "users"
        `);
    await queryRunner.query(`
            DROP INDEX "public"."groups_name_key_key"
        `);
    await queryRunner.query(`
            DROP TABLE "groups"
        `);
    await queryRunner.query(`
            DROP INDEX "public"."IDX_d3a8bf522869b8991cdeed18ec"
        `);
    await queryRunner.query(`
            DROP TABLE "group_members"
        `);
    await queryRunner.query(`
            DROP INDEX "public"."IDX_8a7ccdb94bcc8635f933c8f808"
        `);
    await queryRunner.query(`
            DROP TABLE "projects"
        `);
    await queryRunner.query(`
            DROP INDEX "public"."IDX_7503d8ab574f9715f325adbdec"
        `);
    await queryRunner.query(`
            DROP TABLE "project_groups"
        `);
    await queryRunner.query(`
            DROP INDEX "public"."IDX_5aa907b7d1db1fdc647ae8f608"
        `);
    await queryRunner.query(`
            DROP TABLE "project_users"
        `);
    await queryRunner.query(`
            DROP TABLE "instance_facts"
        `);
    await queryRunner.query(`
            DROP INDEX "public"."IDX_5e72f040fdc5efc8eef52a388c"
        `);
    await queryRunner.query(`
            DROP TABLE "idempotency_keys"
        `);
    await queryRunner.query(`
            DROP INDEX "public"."IDX_085d540d9f418cfbdc7bd55bb1"
        `);
    await queryRunner.query(`
            DROP TABLE "sessions"
        `);
    await queryRunner.query(`
            DROP INDEX "public"."access_tokens_public_id_key"
        `);
    await queryRunner.query(`
            DROP INDEX "public"."IDX_09ee750a035b06e0c7f0704687"
        `);
    await queryRunner.query(`
            DROP TABLE "access_tokens"
        `);
  }
}
