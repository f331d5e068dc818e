import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';

export const IDEMPOTENT_KEY = 'pipewright:idempotent';

/** The handler accepts `Idempotency-Key`: a repeated call within 24 hours gives the first answer again. */
export const Idempotent = (): MethodDecorator =>
  applyDecorators(
    SetMetadata(IDEMPOTENT_KEY, true),
    ApiHeader({
      name: 'Idempotency-Key',
      required: false,
      description:
        '1 to 255 printable characters. The same key with the same body within 24 hours gives the first answer again.',
      schema: { type: 'string', minLength: 1, maxLength: 255 },
    }),
  );
