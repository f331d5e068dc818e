import { MigrationInterface, QueryRunner } from 'typeorm';

export class Initial1795823330778 implements MigrationInterface {
  name = 'Initial1795823330778';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
            CREATE TABLE "activity_logs" (
                "id" uuid NOT NULL,
                "project_id" uuid NOT NULL,
                "at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
                "actor_id" uuid,
                "actor" text NOT NULL,
                "action" text NOT NULL,
                "resource_type" text NOT NULL,
                "resource_id" text NOT NULL,
                "name" text NOT NULL,
                "changes" jsonb NOT NULL DEFAULT '[]',
                CONSTRAINT "PK_f25287b6140c5ba18d38776a796" PRIMARY KEY ("id")
            )
        `);
    await queryRunner.query(`
            CREATE INDEX "IDX_051b73797b967c3f963b5ada8d" ON "activity_logs" ("at")
        `);
    await queryRunner.query(`
            CREATE INDEX "IDX_f894db12921d04d0d60adbb02f" ON "activity_logs" ("project_id", "id")
        `);
    await queryRunner.query(`
            CREATE TABLE "apis" (
                "id" uuid NOT NULL,
                "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL DEFAULT now(),
                "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL DEFAULT now(),
                "project_id" uuid NOT NULL,
                "api_name" text NOT NULL,
                "name_key" text NOT NULL,
                "system_id" uuid NOT NULL,
                "status" text NOT NULL DEFAULT 'enabled',
                "description" text NOT NULL DEFAULT '',
                "method" text NOT NULL,
                "path" text NOT NULL,
                "query_parameters" json NOT NULL DEFAULT '{}',
                "headers" json NOT NULL DEFAULT '{}',
                "body_type" text NOT NULL DEFAULT 'none',
                "sample_request" json,
                "sample_response" json,
                "more_sample_responses" json NOT NULL DEFAULT '[]',
                "records_path" text NOT NULL DEFAULT '',
                "record_key" text array NOT NULL DEFAULT '{}',
                "version_path" text,
                "pagination" json,
                "incremental" json,
                "batch" json,
                "idempotency_header" text,
                "on_unknown" text,
                "lookup" json,
                "retry_unsafe" boolean NOT NULL DEFAULT false,
                "timeouts" json,
                "success_when" json,
                "retry" json NOT NULL DEFAULT '[]',
                CONSTRAINT "UQ_7226109dc22c01bb4a5b47f27ca" UNIQUE ("project_id", "id"),
                CONSTRAINT "PK_a74a5f3f4f08faf9f6329bceae6" PRIMARY KEY ("id")
            )
        `);
    await queryRunner.query(`
            CREATE INDEX "IDX_19526b778b3a0d6e10ec4c1f4a" ON "apis" ("project_id", "system_id")
        `);
    await queryRunner.query(`
            CREATE UNIQUE INDEX "apis_name_key" ON "apis" ("project_id", "name_key")
        `);
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
            CREATE TABLE "second_factors" (
                "user_id" uuid NOT NULL,
                "secret" text NOT NULL,
                "confirmed_at" TIMESTAMP WITH TIME ZONE,
                "last_step" bigint NOT NULL DEFAULT '0',
                "recovery_hashes" text array NOT NULL DEFAULT '{}',
                CONSTRAINT "PK_16f2eb964b73e67d1f570c34825" PRIMARY KEY ("user_id")
            )
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
            CREATE TABLE "sign_in_attempts" (
                "account_hash" bytea NOT NULL,
                "address" text NOT NULL,
                "attempts" integer NOT NULL,
                "started_at" TIMESTAMP WITH TIME ZONE NOT NULL,
                CONSTRAINT "PK_0509645f470279059966f298fd9" PRIMARY KEY ("account_hash", "address")
            )
        `);
    await queryRunner.query(`
            CREATE INDEX "IDX_49c36e4a1411b7def9732e6155" ON "sign_in_attempts" ("started_at")
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
            CREATE TABLE "consent_attempts" (
                "id" uuid NOT NULL,
                "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL DEFAULT now(),
                "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL DEFAULT now(),
                "project_id" uuid NOT NULL,
                "credential_id" uuid NOT NULL,
                "user_id" uuid NOT NULL,
                "state_hash" text NOT NULL,
                "browser_hash" text NOT NULL,
                "code_verifier" text,
                "redirect_uri" text NOT NULL,
                "issuer" text,
                "issuer_required" boolean NOT NULL DEFAULT false,
                "status" text NOT NULL DEFAULT 'pending',
                "error" jsonb,
                "consumed_at" TIMESTAMP WITH TIME ZONE,
                "expires_at" TIMESTAMP WITH TIME ZONE NOT NULL,
                CONSTRAINT "UQ_c736c3ef94389953fede0ec836b" UNIQUE ("state_hash"),
                CONSTRAINT "PK_d246fd8f9b32ef2c95e9ce4f477" PRIMARY KEY ("id")
            )
        `);
    await queryRunner.query(`
            CREATE INDEX "IDX_7cf24782d49ce96fd664ea7351" ON "consent_attempts" ("expires_at")
        `);
    await queryRunner.query(`
            CREATE INDEX "IDX_a7370100ae41900110f8dd0d9e" ON "consent_attempts" ("project_id", "credential_id")
        `);
    await queryRunner.query(`
            CREATE TABLE "credentials" (
                "id" uuid NOT NULL,
                "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL DEFAULT now(),
                "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL DEFAULT now(),
                "project_id" uuid NOT NULL,
                "system_id" uuid NOT NULL,
                "credential_name" text NOT NULL,
                "name_key" text NOT NULL,
                "status" text NOT NULL,
                "saved_at" TIMESTAMP WITH TIME ZONE,
                "reachability" text NOT NULL DEFAULT 'ok',
                "blocked_until" TIMESTAMP WITH TIME ZONE,
                "last_error" jsonb,
                "last_tested_at" TIMESTAMP WITH TIME ZONE,
                "inputs" jsonb NOT NULL DEFAULT '{}',
                "secret_inputs" text,
                "token_set" text,
                "token_version" integer NOT NULL DEFAULT '0',
                "expires_at" TIMESTAMP WITH TIME ZONE,
                "renew_at" TIMESTAMP WITH TIME ZONE,
                "renew_failures" integer NOT NULL DEFAULT '0',
                "lease_owner" text,
                "lease_until" TIMESTAMP WITH TIME ZONE,
                CONSTRAINT "UQ_89b24c7374951fecd810f99ecd7" UNIQUE ("project_id", "system_id", "id"),
                CONSTRAINT "UQ_127bb1258a9b6c842f8736a8acc" UNIQUE ("project_id", "id"),
                CONSTRAINT "PK_1e38bc43be6697cdda548ad27a6" PRIMARY KEY ("id")
            )
        `);
    await queryRunner.query(`
            CREATE INDEX "IDX_85d903557d387e1964e367119b" ON "credentials" ("project_id", "system_id")
        `);
    await queryRunner.query(`
            CREATE UNIQUE INDEX "credentials_name_key" ON "credentials" ("project_id", "name_key")
            WHERE saved_at is not null
        `);
    await queryRunner.query(`
            CREATE TABLE "flow_apis" (
                "project_id" uuid NOT NULL,
                "flow_id" uuid NOT NULL,
                "api_id" uuid NOT NULL,
                CONSTRAINT "PK_c6765576182fcbdb85c24492c8d" PRIMARY KEY ("project_id", "flow_id", "api_id")
            )
        `);
    await queryRunner.query(`
            CREATE INDEX "IDX_df197272ee32fb1bed5c0e8530" ON "flow_apis" ("project_id", "api_id")
        `);
    await queryRunner.query(`
            CREATE TABLE "flow_versions" (
                "project_id" uuid NOT NULL,
                "flow_id" uuid NOT NULL,
                "version" integer NOT NULL,
                "handlers" json NOT NULL,
                "published_at" TIMESTAMP WITH TIME ZONE NOT NULL,
                "published_by" uuid,
                "published_by_name" text NOT NULL,
                CONSTRAINT "PK_2351d3ad22e0745a21df26804a7" PRIMARY KEY ("flow_id", "version")
            )
        `);
    await queryRunner.query(`
            CREATE TABLE "flows" (
                "id" uuid NOT NULL,
                "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL DEFAULT now(),
                "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL DEFAULT now(),
                "project_id" uuid NOT NULL,
                "flow_name" text NOT NULL,
                "name_key" text NOT NULL,
                "description" text NOT NULL DEFAULT '',
                "handlers" json NOT NULL DEFAULT '[]',
                "version" integer NOT NULL DEFAULT '1',
                "published_version" integer,
                CONSTRAINT "UQ_23a94f90817943169bf631aa73d" UNIQUE ("project_id", "id"),
                CONSTRAINT "PK_c346955f4318ef565e6928462fe" PRIMARY KEY ("id")
            )
        `);
    await queryRunner.query(`
            CREATE UNIQUE INDEX "flows_name_key" ON "flows" ("project_id", "name_key")
        `);
    await queryRunner.query(`
            CREATE TABLE "mapping_configurations" (
                "project_id" uuid NOT NULL,
                "pipe_id" uuid NOT NULL,
                "handler_id" text NOT NULL,
                "version" integer NOT NULL,
                "document" json NOT NULL,
                "known_types" json NOT NULL DEFAULT '{}',
                "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL DEFAULT now(),
                CONSTRAINT "PK_21b4f5a97e33c1b5b1fe165f469" PRIMARY KEY ("pipe_id", "handler_id")
            )
        `);
    await queryRunner.query(`
            CREATE TABLE "mapping_versions" (
                "project_id" uuid NOT NULL,
                "pipe_id" uuid NOT NULL,
                "handler_id" text NOT NULL,
                "version" integer NOT NULL,
                "document" json NOT NULL,
                "content_hash" text NOT NULL,
                "saved_at" TIMESTAMP WITH TIME ZONE NOT NULL,
                "saved_by_name" text NOT NULL,
                CONSTRAINT "PK_88e24ff4f86b02f9f7271c42b7b" PRIMARY KEY ("pipe_id", "handler_id", "version")
            )
        `);
    await queryRunner.query(`
            CREATE TABLE "pipe_credentials" (
                "project_id" uuid NOT NULL,
                "pipe_id" uuid NOT NULL,
                "system_id" uuid NOT NULL,
                "credential_id" uuid NOT NULL,
                CONSTRAINT "PK_5bc6d673c4171f3b690b4264c60" PRIMARY KEY ("pipe_id", "system_id")
            )
        `);
    await queryRunner.query(`
            CREATE INDEX "IDX_c92dc175897c9114944855e60c" ON "pipe_credentials" ("project_id", "credential_id")
        `);
    await queryRunner.query(`
            CREATE TABLE "pipes" (
                "id" uuid NOT NULL,
                "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL DEFAULT now(),
                "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL DEFAULT now(),
                "project_id" uuid NOT NULL,
                "pipe_name" text NOT NULL,
                "name_key" text NOT NULL,
                "description" text NOT NULL DEFAULT '',
                "flow_id" uuid NOT NULL,
                "enabled" boolean NOT NULL DEFAULT false,
                "overlap" text NOT NULL DEFAULT 'queue_one',
                "concurrency" integer NOT NULL DEFAULT '8',
                "timeout_seconds" integer NOT NULL DEFAULT '21600',
                "failure_guard" jsonb,
                "ledger_retention_days" integer NOT NULL DEFAULT '90',
                "last_run" jsonb,
                "next_run_at" TIMESTAMP WITH TIME ZONE,
                CONSTRAINT "UQ_68dedd3b0e0a8e27602e89afba9" UNIQUE ("project_id", "id"),
                CONSTRAINT "PK_f1ad6490659a27fee82400b6b38" PRIMARY KEY ("id")
            )
        `);
    await queryRunner.query(`
            CREATE INDEX "IDX_471222b4ad7b9a412b3c1eb5e5" ON "pipes" ("project_id", "flow_id")
        `);
    await queryRunner.query(`
            CREATE UNIQUE INDEX "pipes_name_key" ON "pipes" ("project_id", "name_key")
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
            CREATE TABLE "api_call_times" (
                "project_id" uuid NOT NULL,
                "api_id" uuid NOT NULL,
                "hour" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
                "calls" integer NOT NULL,
                "total_ms" double precision NOT NULL,
                CONSTRAINT "PK_4262c1b7212fe455a88d1f91682" PRIMARY KEY ("project_id", "api_id", "hour")
            )
        `);
    await queryRunner.query(`
            CREATE TABLE "deliveries" (
                "pipe_id" uuid NOT NULL,
                "handler_id" text NOT NULL,
                "record_key" text NOT NULL,
                "content_hash" text NOT NULL,
                "state" text NOT NULL,
                "generation" integer NOT NULL,
                "fence" integer NOT NULL,
                "attempt" integer NOT NULL,
                "external_id" text,
                "response_capture" text,
                "version_value" text,
                "run_id" uuid,
                "at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
                CONSTRAINT "PK_ea8ece23b38309ae7e79b5ec627" PRIMARY KEY ("pipe_id", "handler_id", "record_key")
            )
        `);
    await queryRunner.query(`
            CREATE TABLE "pipe_cursors" (
                "pipe_id" uuid NOT NULL,
                "handler_id" text NOT NULL,
                "cursor" text,
                "version" integer NOT NULL DEFAULT '0',
                CONSTRAINT "PK_c926ca15437316c62a8ec7b5e73" PRIMARY KEY ("pipe_id", "handler_id")
            )
        `);
    await queryRunner.query(`
            CREATE TABLE "run_records" (
                "id" uuid NOT NULL,
                "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL DEFAULT now(),
                "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL DEFAULT now(),
                "project_id" uuid NOT NULL,
                "run_id" uuid NOT NULL,
                "handler_id" text NOT NULL,
                "record_key" text NOT NULL,
                "status" text NOT NULL,
                "class" text,
                "code" text,
                "message" text,
                "errors" jsonb NOT NULL DEFAULT '[]',
                "warnings" jsonb NOT NULL DEFAULT '[]',
                "attempt" integer NOT NULL,
                "page" integer NOT NULL,
                "source" text,
                "mapped" text,
                "request" text,
                "response" text,
                CONSTRAINT "PK_74dc4f7d0c9e246b027300bf702" PRIMARY KEY ("id")
            )
        `);
    await queryRunner.query(`
            CREATE INDEX "IDX_66519114bffa53f893d09b7822" ON "run_records" ("run_id", "id")
        `);
    await queryRunner.query(`
            CREATE TABLE "record_errors" (
                "id" uuid NOT NULL,
                "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL DEFAULT now(),
                "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL DEFAULT now(),
                "project_id" uuid NOT NULL,
                "pipe_id" uuid NOT NULL,
                "run_id" uuid NOT NULL,
                "line_id" uuid NOT NULL,
                "handler_id" text NOT NULL,
                "record_key" text NOT NULL,
                "class" text,
                "code" text NOT NULL,
                "message" text NOT NULL,
                "field_path" text,
                "attempt" integer NOT NULL,
                "times" integer NOT NULL DEFAULT '1',
                "mapping_version" integer,
                "state" text NOT NULL DEFAULT 'open',
                "last_seen_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
                CONSTRAINT "PK_c3f7d0505d5de45afd9894b492e" PRIMARY KEY ("id")
            )
        `);
    await queryRunner.query(`
            CREATE INDEX "IDX_79dc90f0658bb231827aeaa734" ON "record_errors" ("line_id")
        `);
    await queryRunner.query(`
            CREATE INDEX "IDX_b18981efae0d88959e08dcd46f" ON "record_errors" ("pipe_id", "state", "id")
        `);
    await queryRunner.query(`
            CREATE UNIQUE INDEX "record_errors_open" ON "record_errors" ("pipe_id", "handler_id", "record_key")
            WHERE state in ('open', 'retrying')
        `);
    await queryRunner.query(`
            CREATE TABLE "credential_health" (
                "credential_id" uuid NOT NULL,
                "tokens" double precision NOT NULL DEFAULT '0',
                "refilled_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
                "blocked_until" TIMESTAMP(3) WITH TIME ZONE,
                "failures" integer NOT NULL DEFAULT '0',
                "failing_since" TIMESTAMP(3) WITH TIME ZONE,
                "probes" integer NOT NULL DEFAULT '0',
                CONSTRAINT "PK_19f879a0d219cb92f509034620b" PRIMARY KEY ("credential_id")
            )
        `);
    await queryRunner.query(`
            CREATE TABLE "runs" (
                "id" uuid NOT NULL,
                "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL DEFAULT now(),
                "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL DEFAULT now(),
                "project_id" uuid NOT NULL,
                "pipe_id" uuid NOT NULL,
                "snapshot_id" uuid NOT NULL,
                "trigger" text NOT NULL,
                "status" text NOT NULL,
                "request" jsonb NOT NULL DEFAULT '{}',
                "counts" jsonb,
                "error" jsonb,
                "warnings" jsonb NOT NULL DEFAULT '[]',
                "response" jsonb,
                "queued_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
                "started_at" TIMESTAMP(3) WITH TIME ZONE,
                "finished_at" TIMESTAMP(3) WITH TIME ZONE,
                "waiting_until" TIMESTAMP(3) WITH TIME ZONE,
                "waiting_reason" text,
                "cancel_requested_at" TIMESTAMP(3) WITH TIME ZONE,
                "attempts" integer NOT NULL DEFAULT '0',
                "started_by" uuid,
                CONSTRAINT "UQ_50aa25f28baec77de7628edeb04" UNIQUE ("project_id", "id"),
                CONSTRAINT "PK_46d6a1e257c38ba58f1a3c30836" PRIMARY KEY ("id")
            )
        `);
    await queryRunner.query(`
            CREATE INDEX "runs_active" ON "runs" ("status", "queued_at")
            WHERE status in ('queued', 'running', 'waiting')
        `);
    await queryRunner.query(`
            CREATE INDEX "IDX_41868178f65033d02ec58838e5" ON "runs" ("pipe_id", "created_at", "id")
        `);
    await queryRunner.query(`
            CREATE INDEX "IDX_a2719bf81f608cb76eeef121c1" ON "runs" ("project_id", "created_at", "id")
        `);
    await queryRunner.query(`
            CREATE TABLE "run_leases" (
                "run_id" uuid NOT NULL,
                "fence" integer NOT NULL DEFAULT '0',
                "worker_id" uuid,
                "recoveries" integer NOT NULL DEFAULT '0',
                "pages_seen" integer NOT NULL DEFAULT '0',
                CONSTRAINT "PK_f0047d90bc670f469d47d495e94" PRIMARY KEY ("run_id")
            )
        `);
    await queryRunner.query(`
            CREATE TABLE "run_workers" (
                "id" uuid NOT NULL,
                "seen_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
                CONSTRAINT "PK_24d7eacc27238e82911228f0a85" PRIMARY KEY ("id")
            )
        `);
    await queryRunner.query(`
            CREATE TABLE "run_progress" (
                "run_id" uuid NOT NULL,
                "phase" text NOT NULL DEFAULT 'records',
                "pages" integer NOT NULL DEFAULT '0',
                "next" jsonb,
                "base" jsonb,
                "counts" jsonb,
                "warnings" jsonb NOT NULL DEFAULT '[]',
                CONSTRAINT "PK_9a6c86bbf8c46c4bcb1a6a6c6b0" PRIMARY KEY ("run_id")
            )
        `);
    await queryRunner.query(`
            CREATE TABLE "run_pages" (
                "run_id" uuid NOT NULL,
                "page" integer NOT NULL,
                "status" integer NOT NULL,
                "headers" jsonb NOT NULL,
                "url" text NOT NULL,
                "body" bytea NOT NULL,
                "next" jsonb,
                CONSTRAINT "PK_14e308b2d9280e805e60b8fee57" PRIMARY KEY ("run_id", "page")
            )
        `);
    await queryRunner.query(`
            CREATE TABLE "run_snapshots" (
                "project_id" uuid NOT NULL,
                "id" uuid NOT NULL,
                "content" text NOT NULL,
                "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
                CONSTRAINT "PK_3b9b579a8b1307271701bef462f" PRIMARY KEY ("project_id", "id")
            )
        `);
    await queryRunner.query(`
            CREATE TABLE "systems" (
                "id" uuid NOT NULL,
                "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL DEFAULT now(),
                "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL DEFAULT now(),
                "project_id" uuid NOT NULL,
                "system_name" text NOT NULL,
                "name_key" text NOT NULL,
                "description" text NOT NULL DEFAULT '',
                "base_url" text NOT NULL,
                "status" text NOT NULL DEFAULT 'enabled',
                "authentication_type" text NOT NULL,
                "authentication" jsonb NOT NULL DEFAULT '{}',
                "client_secret" text,
                "credential_inputs" jsonb NOT NULL DEFAULT '[]',
                "test_request" jsonb,
                "default_headers" jsonb NOT NULL DEFAULT '{}',
                "rate_limit" jsonb,
                "max_concurrency" integer,
                "token_failure_status_codes" integer array NOT NULL DEFAULT '{401}',
                CONSTRAINT "UQ_faa32ec1d22807d413ed6d436b4" UNIQUE ("project_id", "id"),
                CONSTRAINT "PK_aec3139aedeb09c5ae27f2c94d3" PRIMARY KEY ("id")
            )
        `);
    await queryRunner.query(`
            CREATE UNIQUE INDEX "systems_name_key" ON "systems" ("project_id", "name_key")
        `);
    await queryRunner.query(`
            CREATE TABLE "account_links" (
                "user_id" uuid NOT NULL,
                "kind" text NOT NULL,
                "token_hash" bytea NOT NULL,
                "expires_at" TIMESTAMP WITH TIME ZONE NOT NULL,
                CONSTRAINT "PK_58589e4a8216fd47e78c59dafd7" PRIMARY KEY ("user_id", "kind")
            )
        `);
    await queryRunner.query(`
            CREATE UNIQUE INDEX "account_links_token_hash_key" ON "account_links" ("token_hash")
        `);
    await queryRunner.query(`
            CREATE INDEX "IDX_ddd09dffca8c148f0db27d6f19" ON "account_links" ("expires_at")
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
            CREATE TABLE "security_logs" (
                "id" uuid NOT NULL,
                "at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
                "action" text NOT NULL,
                "email" text NOT NULL,
                "user_id" uuid,
                "actor" text,
                "address" text,
                "details" jsonb NOT NULL DEFAULT '{}',
                CONSTRAINT "PK_48ce9a9a3215af82611525ce08b" PRIMARY KEY ("id")
            )
        `);
    await queryRunner.query(`
            CREATE INDEX "IDX_3fc41b4fda367506672e9030ad" ON "security_logs" ("user_id")
        `);
    await queryRunner.query(`
            CREATE INDEX "IDX_a10f01487dfa9e7db5af2303a3" ON "security_logs" ("at", "id")
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
            CREATE UNIQUE INDEX "users_one_owner" ON "users" ("role")
            WHERE role = 'owner'
        `);
    await queryRunner.query(`
            ALTER TABLE "activity_logs"
            ADD CONSTRAINT "FK_3baa1aae6f896f72eafbdd057e9" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE NO ACTION
        `);
    await queryRunner.query(`
            ALTER TABLE "apis"
            ADD CONSTRAINT "FK_19526b778b3a0d6e10ec4c1f4a3" FOREIGN KEY ("project_id", "system_id") REFERENCES "systems"("project_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION
        `);
    await queryRunner.query(`
            ALTER TABLE "apis"
            ADD CONSTRAINT "FK_73938ec52338930e173ae128b1f" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE NO ACTION
        `);
    await queryRunner.query(`
            ALTER TABLE "access_tokens"
            ADD CONSTRAINT "FK_09ee750a035b06e0c7f0704687e" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE NO ACTION
        `);
    await queryRunner.query(`
            ALTER TABLE "second_factors"
            ADD CONSTRAINT "FK_16f2eb964b73e67d1f570c34825" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE NO ACTION
        `);
    await queryRunner.query(`
            ALTER TABLE "sessions"
            ADD CONSTRAINT "FK_085d540d9f418cfbdc7bd55bb19" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE NO ACTION
        `);
    await queryRunner.query(`
            ALTER TABLE "consent_attempts"
            ADD CONSTRAINT "FK_a7370100ae41900110f8dd0d9ec" FOREIGN KEY ("project_id", "credential_id") REFERENCES "credentials"("project_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION
        `);
    await queryRunner.query(`
            ALTER TABLE "consent_attempts"
            ADD CONSTRAINT "FK_2a4a29125d376fdeb8d2158d9ff" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE NO ACTION
        `);
    await queryRunner.query(`
            ALTER TABLE "credentials"
            ADD CONSTRAINT "FK_85d903557d387e1964e367119bf" FOREIGN KEY ("project_id", "system_id") REFERENCES "systems"("project_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION
        `);
    await queryRunner.query(`
            ALTER TABLE "credentials"
            ADD CONSTRAINT "FK_6b4c39190c3e59de1871a3300c4" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE NO ACTION
        `);
    await queryRunner.query(`
            ALTER TABLE "flow_apis"
            ADD CONSTRAINT "FK_df197272ee32fb1bed5c0e8530f" FOREIGN KEY ("project_id", "api_id") REFERENCES "apis"("project_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION
        `);
    await queryRunner.query(`
            ALTER TABLE "flow_apis"
            ADD CONSTRAINT "FK_50795750559248d94f3198defd9" FOREIGN KEY ("project_id", "flow_id") REFERENCES "flows"("project_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION
        `);
    await queryRunner.query(`
            ALTER TABLE "flow_versions"
            ADD CONSTRAINT "FK_c0dff679b1841194f92bc4a041a" FOREIGN KEY ("published_by") REFERENCES "users"("id") ON DELETE
            SET NULL ON UPDATE NO ACTION
        `);
    await queryRunner.query(`
            ALTER TABLE "flow_versions"
            ADD CONSTRAINT "FK_27c6ecdd28a0a6e97cecfe51e73" FOREIGN KEY ("project_id", "flow_id") REFERENCES "flows"("project_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION
        `);
    await queryRunner.query(`
            ALTER TABLE "flows"
            ADD CONSTRAINT "FK_099829365a3227ebe4d2f7c7275" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE NO ACTION
        `);
    await queryRunner.query(`
            ALTER TABLE "mapping_configurations"
            ADD CONSTRAINT "FK_2f0255b221760c6c8d8ef31c152" FOREIGN KEY ("project_id", "pipe_id") REFERENCES "pipes"("project_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION
        `);
    await queryRunner.query(`
            ALTER TABLE "mapping_versions"
            ADD CONSTRAINT "FK_1b9e2da4666b8f1a7ff5843f318" FOREIGN KEY ("project_id", "pipe_id") REFERENCES "pipes"("project_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION
        `);
    await queryRunner.query(`
            ALTER TABLE "pipe_credentials"
            ADD CONSTRAINT "FK_4c1746f5a2cd7a6279911f983fa" FOREIGN KEY ("project_id", "system_id", "credential_id") REFERENCES "credentials"("project_id", "system_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION
        `);
    await queryRunner.query(`
            ALTER TABLE "pipe_credentials"
            ADD CONSTRAINT "FK_2156527dd053f3a6df080d2ef65" FOREIGN KEY ("project_id", "pipe_id") REFERENCES "pipes"("project_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION
        `);
    await queryRunner.query(`
            ALTER TABLE "pipes"
            ADD CONSTRAINT "FK_471222b4ad7b9a412b3c1eb5e53" FOREIGN KEY ("project_id", "flow_id") REFERENCES "flows"("project_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION
        `);
    await queryRunner.query(`
            ALTER TABLE "pipes"
            ADD CONSTRAINT "FK_c3e9c4e309ed95cde6c1a520e7b" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE NO ACTION
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
            ALTER TABLE "api_call_times"
            ADD CONSTRAINT "FK_ae4d6246a6f153636cb8ccf8c44" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE NO ACTION
        `);
    await queryRunner.query(`
            ALTER TABLE "deliveries"
            ADD CONSTRAINT "FK_4851af8b0a9e6851630c67fa34f" FOREIGN KEY ("pipe_id") REFERENCES "pipes"("id") ON DELETE CASCADE ON UPDATE NO ACTION
        `);
    await queryRunner.query(`
            ALTER TABLE "pipe_cursors"
            ADD CONSTRAINT "FK_bf1da3b25d236d56c20f9d15e3e" FOREIGN KEY ("pipe_id") REFERENCES "pipes"("id") ON DELETE CASCADE ON UPDATE NO ACTION
        `);
    await queryRunner.query(`
            ALTER TABLE "run_records"
            ADD CONSTRAINT "FK_038103caff8362e5376e0c9b985" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE NO ACTION
        `);
    await queryRunner.query(`
            ALTER TABLE "record_errors"
            ADD CONSTRAINT "FK_b92a6340195c9e4cf42845012c8" FOREIGN KEY ("pipe_id") REFERENCES "pipes"("id") ON DELETE CASCADE ON UPDATE NO ACTION
        `);
    await queryRunner.query(`
            ALTER TABLE "record_errors"
            ADD CONSTRAINT "FK_8b0db2df005d8dba446695788ff" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE NO ACTION
        `);
    await queryRunner.query(`
            ALTER TABLE "credential_health"
            ADD CONSTRAINT "FK_19f879a0d219cb92f509034620b" FOREIGN KEY ("credential_id") REFERENCES "credentials"("id") ON DELETE CASCADE ON UPDATE NO ACTION
        `);
    await queryRunner.query(`
            ALTER TABLE "runs"
            ADD CONSTRAINT "FK_eca911b4e6603cf619e5a63809e" FOREIGN KEY ("project_id", "pipe_id") REFERENCES "pipes"("project_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION
        `);
    await queryRunner.query(`
            ALTER TABLE "runs"
            ADD CONSTRAINT "FK_116e0228e735b86128438370e90" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE NO ACTION
        `);
    await queryRunner.query(`
            ALTER TABLE "run_leases"
            ADD CONSTRAINT "FK_f0047d90bc670f469d47d495e94" FOREIGN KEY ("run_id") REFERENCES "runs"("id") ON DELETE CASCADE ON UPDATE NO ACTION
        `);
    await queryRunner.query(`
            ALTER TABLE "run_progress"
            ADD CONSTRAINT "FK_9a6c86bbf8c46c4bcb1a6a6c6b0" FOREIGN KEY ("run_id") REFERENCES "runs"("id") ON DELETE CASCADE ON UPDATE NO ACTION
        `);
    await queryRunner.query(`
            ALTER TABLE "run_pages"
            ADD CONSTRAINT "FK_d76f3e9220f43757391b2bad50c" FOREIGN KEY ("run_id") REFERENCES "runs"("id") ON DELETE CASCADE ON UPDATE NO ACTION
        `);
    await queryRunner.query(`
            ALTER TABLE "run_snapshots"
            ADD CONSTRAINT "FK_45fdbdedb46471881119e39bb22" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE NO ACTION
        `);
    await queryRunner.query(`
            ALTER TABLE "systems"
            ADD CONSTRAINT "FK_279616317b1d6fdb03a7f0bd0bd" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE NO ACTION
        `);
    await queryRunner.query(`
            ALTER TABLE "account_links"
            ADD CONSTRAINT "FK_d6c82edbecf4f6409b579e78b0d" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE NO ACTION
        `);
    await queryRunner.query(`
            ALTER TABLE "group_members"
            ADD CONSTRAINT "FK_2c840df5db52dc6b4a1b0b69c6e" FOREIGN KEY ("group_id") REFERENCES "groups"("id") ON DELETE CASCADE ON UPDATE NO ACTION
        `);
    await queryRunner.query(`
            ALTER TABLE "security_logs"
            ADD CONSTRAINT "FK_3fc41b4fda367506672e9030ad0" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE
            SET NULL ON UPDATE NO ACTION
        `);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
            ALTER TABLE "security_logs" DROP CONSTRAINT "FK_3fc41b4fda367506672e9030ad0"
        `);
    await queryRunner.query(`
            ALTER TABLE "group_members" DROP CONSTRAINT "FK_2c840df5db52dc6b4a1b0b69c6e"
        `);
    await queryRunner.query(`
            ALTER TABLE "account_links" DROP CONSTRAINT "FK_d6c82edbecf4f6409b579e78b0d"
        `);
    await queryRunner.query(`
            ALTER TABLE "systems" DROP CONSTRAINT "FK_279616317b1d6fdb03a7f0bd0bd"
        `);
    await queryRunner.query(`
            ALTER TABLE "run_snapshots" DROP CONSTRAINT "FK_45fdbdedb46471881119e39bb22"
        `);
    await queryRunner.query(`
            ALTER TABLE "run_pages" DROP CONSTRAINT "FK_d76f3e9220f43757391b2bad50c"
        `);
    await queryRunner.query(`
            ALTER TABLE "run_progress" DROP CONSTRAINT "FK_9a6c86bbf8c46c4bcb1a6a6c6b0"
        `);
    await queryRunner.query(`
            ALTER TABLE "run_leases" DROP CONSTRAINT "FK_f0047d90bc670f469d47d495e94"
        `);
    await queryRunner.query(`
            ALTER TABLE "runs" DROP CONSTRAINT "FK_116e0228e735b86128438370e90"
        `);
    await queryRunner.query(`
            ALTER TABLE "runs" DROP CONSTRAINT "FK_eca911b4e6603cf619e5a63809e"
        `);
    await queryRunner.query(`
            ALTER TABLE "credential_health" DROP CONSTRAINT "FK_19f879a0d219cb92f509034620b"
        `);
    await queryRunner.query(`
            ALTER TABLE "record_errors" DROP CONSTRAINT "FK_8b0db2df005d8dba446695788ff"
        `);
    await queryRunner.query(`
            ALTER TABLE "record_errors" DROP CONSTRAINT "FK_b92a6340195c9e4cf42845012c8"
        `);
    await queryRunner.query(`
            ALTER TABLE "run_records" DROP CONSTRAINT "FK_038103caff8362e5376e0c9b985"
        `);
    await queryRunner.query(`
            ALTER TABLE "pipe_cursors" DROP CONSTRAINT "FK_bf1da3b25d236d56c20f9d15e3e"
        `);
    await queryRunner.query(`
            ALTER TABLE "deliveries" DROP CONSTRAINT "FK_4851af8b0a9e6851630c67fa34f"
        `);
    await queryRunner.query(`
            ALTER TABLE "api_call_times" DROP CONSTRAINT "FK_ae4d6246a6f153636cb8ccf8c44"
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
            ALTER TABLE "pipes" DROP CONSTRAINT "FK_c3e9c4e309ed95cde6c1a520e7b"
        `);
    await queryRunner.query(`
            ALTER TABLE "pipes" DROP CONSTRAINT "FK_471222b4ad7b9a412b3c1eb5e53"
        `);
    await queryRunner.query(`
            ALTER TABLE "pipe_credentials" DROP CONSTRAINT "FK_2156527dd053f3a6df080d2ef65"
        `);
    await queryRunner.query(`
            ALTER TABLE "pipe_credentials" DROP CONSTRAINT "FK_4c1746f5a2cd7a6279911f983fa"
        `);
    await queryRunner.query(`
            ALTER TABLE "mapping_versions" DROP CONSTRAINT "FK_1b9e2da4666b8f1a7ff5843f318"
        `);
    await queryRunner.query(`
            ALTER TABLE "mapping_configurations" DROP CONSTRAINT "FK_2f0255b221760c6c8d8ef31c152"
        `);
    await queryRunner.query(`
            ALTER TABLE "flows" DROP CONSTRAINT "FK_099829365a3227ebe4d2f7c7275"
        `);
    await queryRunner.query(`
            ALTER TABLE "flow_versions" DROP CONSTRAINT "FK_27c6ecdd28a0a6e97cecfe51e73"
        `);
    await queryRunner.query(`
            ALTER TABLE "flow_versions" DROP CONSTRAINT "FK_c0dff679b1841194f92bc4a041a"
        `);
    await queryRunner.query(`
            ALTER TABLE "flow_apis" DROP CONSTRAINT "FK_50795750559248d94f3198defd9"
        `);
    await queryRunner.query(`
            ALTER TABLE "flow_apis" DROP CONSTRAINT "FK_df197272ee32fb1bed5c0e8530f"
        `);
    await queryRunner.query(`
            ALTER TABLE "credentials" DROP CONSTRAINT "FK_6b4c39190c3e59de1871a3300c4"
        `);
    await queryRunner.query(`
            ALTER TABLE "credentials" DROP CONSTRAINT "FK_85d903557d387e1964e367119bf"
        `);
    await queryRunner.query(`
            ALTER TABLE "consent_attempts" DROP CONSTRAINT "FK_2a4a29125d376fdeb8d2158d9ff"
        `);
    await queryRunner.query(`
            ALTER TABLE "consent_attempts" DROP CONSTRAINT "FK_a7370100ae41900110f8dd0d9ec"
        `);
    await queryRunner.query(`
            ALTER TABLE "sessions" DROP CONSTRAINT "FK_085d540d9f418cfbdc7bd55bb19"
        `);
    await queryRunner.query(`
            ALTER TABLE "second_factors" DROP CONSTRAINT "FK_16f2eb964b73e67d1f570c34825"
        `);
    await queryRunner.query(`
            ALTER TABLE "access_tokens" DROP CONSTRAINT "FK_09ee750a035b06e0c7f0704687e"
        `);
    await queryRunner.query(`
            ALTER TABLE "apis" DROP CONSTRAINT "FK_73938ec52338930e173ae128b1f"
        `);
    await queryRunner.query(`
            ALTER TABLE "apis" DROP CONSTRAINT "FK_19526b778b3a0d6e10ec4c1f4a3"
        `);
    await queryRunner.query(`
            ALTER TABLE "activity_logs" DROP CONSTRAINT "FK_3baa1aae6f896f72eafbdd057e9"
        `);
    await queryRunner.query(`
            DROP INDEX "public"."users_one_owner"
        `);
    await queryRunner.query(`
            DROP INDEX "public"."users_email_key"
        `);
    await queryRunner.query(`
            DROP TABLE "users"
        `);
    await queryRunner.query(`
            DROP INDEX "public"."IDX_a10f01487dfa9e7db5af2303a3"
        `);
    await queryRunner.query(`
            DROP INDEX "public"."IDX_3fc41b4fda367506672e9030ad"
        `);
    await queryRunner.query(`
            DROP TABLE "security_logs"
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
            DROP INDEX "public"."IDX_ddd09dffca8c148f0db27d6f19"
        `);
    await queryRunner.query(`
            DROP INDEX "public"."account_links_token_hash_key"
        `);
    await queryRunner.query(`
            DROP TABLE "account_links"
        `);
    await queryRunner.query(`
            DROP INDEX "public"."systems_name_key"
        `);
    await queryRunner.query(`
            DROP TABLE "systems"
        `);
    await queryRunner.query(`
            DROP TABLE "run_snapshots"
        `);
    await queryRunner.query(`
            DROP TABLE "run_pages"
        `);
    await queryRunner.query(`
            DROP TABLE "run_progress"
        `);
    await queryRunner.query(`
            DROP TABLE "run_workers"
        `);
    await queryRunner.query(`
            DROP TABLE "run_leases"
        `);
    await queryRunner.query(`
            DROP INDEX "public"."IDX_a2719bf81f608cb76eeef121c1"
        `);
    await queryRunner.query(`
            DROP INDEX "public"."IDX_41868178f65033d02ec58838e5"
        `);
    await queryRunner.query(`
            DROP INDEX "public"."runs_active"
        `);
    await queryRunner.query(`
            DROP TABLE "runs"
        `);
    await queryRunner.query(`
            DROP TABLE "credential_health"
        `);
    await queryRunner.query(`
            DROP INDEX "public"."record_errors_open"
        `);
    await queryRunner.query(`
            DROP INDEX "public"."IDX_b18981efae0d88959e08dcd46f"
        `);
    await queryRunner.query(`
            DROP INDEX "public"."IDX_79dc90f0658bb231827aeaa734"
        `);
    await queryRunner.query(`
            DROP TABLE "record_errors"
        `);
    await queryRunner.query(`
            DROP INDEX "public"."IDX_66519114bffa53f893d09b7822"
        `);
    await queryRunner.query(`
            DROP TABLE "run_records"
        `);
    await queryRunner.query(`
            DROP TABLE "pipe_cursors"
        `);
    await queryRunner.query(`
            DROP TABLE "deliveries"
        `);
    await queryRunner.query(`
            DROP TABLE "api_call_times"
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
            DROP INDEX "public"."pipes_name_key"
        `);
    await queryRunner.query(`
            DROP INDEX "public"."IDX_471222b4ad7b9a412b3c1eb5e5"
        `);
    await queryRunner.query(`
            DROP TABLE "pipes"
        `);
    await queryRunner.query(`
            DROP INDEX "public"."IDX_c92dc175897c9114944855e60c"
        `);
    await queryRunner.query(`
            DROP TABLE "pipe_credentials"
        `);
    await queryRunner.query(`
            DROP TABLE "mapping_versions"
        `);
    await queryRunner.query(`
            DROP TABLE "mapping_configurations"
        `);
    await queryRunner.query(`
            DROP INDEX "public"."flows_name_key"
        `);
    await queryRunner.query(`
            DROP TABLE "flows"
        `);
    await queryRunner.query(`
            DROP TABLE "flow_versions"
        `);
    await queryRunner.query(`
            DROP INDEX "public"."IDX_df197272ee32fb1bed5c0e8530"
        `);
    await queryRunner.query(`
            DROP TABLE "flow_apis"
        `);
    await queryRunner.query(`
            DROP INDEX "public"."credentials_name_key"
        `);
    await queryRunner.query(`
            DROP INDEX "public"."IDX_85d903557d387e1964e367119b"
        `);
    await queryRunner.query(`
            DROP TABLE "credentials"
        `);
    await queryRunner.query(`
            DROP INDEX "public"."IDX_a7370100ae41900110f8dd0d9e"
        `);
    await queryRunner.query(`
            DROP INDEX "public"."IDX_7cf24782d49ce96fd664ea7351"
        `);
    await queryRunner.query(`
            DROP TABLE "consent_attempts"
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
            DROP INDEX "public"."IDX_49c36e4a1411b7def9732e6155"
        `);
    await queryRunner.query(`
            DROP TABLE "sign_in_attempts"
        `);
    await queryRunner.query(`
            DROP INDEX "public"."IDX_085d540d9f418cfbdc7bd55bb1"
        `);
    await queryRunner.query(`
            DROP TABLE "sessions"
        `);
    await queryRunner.query(`
            DROP TABLE "second_factors"
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
    await queryRunner.query(`
            DROP INDEX "public"."apis_name_key"
        `);
    await queryRunner.query(`
            DROP INDEX "public"."IDX_19526b778b3a0d6e10ec4c1f4a"
        `);
    await queryRunner.query(`
            DROP TABLE "apis"
        `);
    await queryRunner.query(`
            DROP INDEX "public"."IDX_f894db12921d04d0d60adbb02f"
        `);
    await queryRunner.query(`
            DROP INDEX "public"."IDX_051b73797b967c3f963b5ada8d"
        `);
    await queryRunner.query(`
            DROP TABLE "activity_logs"
        `);
  }
}
