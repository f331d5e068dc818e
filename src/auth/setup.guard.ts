// The set-up is a route until it is done: then it is none, whatever is sent to it.
import { type CanActivate, type ExecutionContext, Injectable, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { SetupService } from './setup.service.js';

const ONLY_DURING_SETUP = 'pipewright:only-during-setup';

export const OnlyDuringSetup = (): MethodDecorator => SetMetadata(ONLY_DURING_SETUP, true);

@Injectable()
export class SetupGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly setups: SetupService,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (this.reflector.get<boolean | undefined>(ONLY_DURING_SETUP, context.getHandler()))
      await this.setups.refuseWhenDone();
    return true;
  }
}
