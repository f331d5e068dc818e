// A forgotten access declaration stops the start: a handler that declares nothing never answers.
import { Injectable, type OnModuleInit, RequestMethod } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import { ACCESS_KEY, type AccessDeclaration } from './access.decorator.js';

@Injectable()
export class AccessScan implements OnModuleInit {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly reflector: Reflector,
  ) {}

  onModuleInit(): void {
    const undeclared = this.undeclared();
    if (undeclared.length > 0) {
      throw new Error(
        `These routes declare no access (@Public, @Instance or @Project): ${undeclared.join(', ')}`,
      );
    }
  }

  private undeclared(): string[] {
    const found: string[] = [];
    for (const { instance, metatype } of this.discovery.getControllers()) {
      const prototype = Object.getPrototypeOf(instance ?? {}) as Record<string, unknown>;
      for (const name of this.scanner.getAllMethodNames(prototype)) {
        const handler = prototype[name];
        if (
          typeof handler !== 'function' ||
          this.reflector.get<RequestMethod | undefined>(METHOD_METADATA, handler) === undefined
        )
          continue;
        if (this.reflector.get<AccessDeclaration | undefined>(ACCESS_KEY, handler)) continue;
        const path = this.reflector.get<string>(PATH_METADATA, handler);
        found.push(`${metatype?.name ?? '?'}.${name} (${path})`);
      }
    }
    return found;
  }
}
