import { ApiParam } from '@nestjs/swagger';

/** Documents a path parameter that is an id. */
export const ApiId = (noun: string, param = 'id'): MethodDecorator & ClassDecorator =>
  ApiParam({ name: param, description: `Id of the ${noun}.`, schema: { type: 'string', format: 'uuid' } });
