import { Controller, Get } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { Test } from '@nestjs/testing';
import { AccessScan } from './access-scan.js';
import { Public } from './access.decorator.js';

@Controller('open')
class Declared {
  @Public()
  @Get()
  list(): string {
    return '';
  }
}

@Controller('forgotten')
class Forgotten {
  @Get('here')
  list(): string {
    return '';
  }
}

class Inherited extends Forgotten {}
Controller('inherited')(Inherited);

const start = (controllers: (new () => object)[]) =>
  Test.createTestingModule({ imports: [DiscoveryModule], controllers, providers: [AccessScan] })
    .compile()
    .then((module) => module.init());

describe('AccessScan', () => {
  it('lets an application start whose handlers all declare who may call them', async () => {
    await expect(start([Declared])).resolves.toBeDefined();
  });

  it.each([[Forgotten], [Inherited]])(
    'stops the start for an undeclared handler of %p',
    async (controller) => {
      await expect(start([Declared, controller])).rejects.toThrow(
        /declare no access \(@Public, @Instance or @Project\): \w+\.list \(here\)/,
      );
    },
  );
});
