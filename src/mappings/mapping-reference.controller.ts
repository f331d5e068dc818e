import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CATALOGUE, MAPPING_SCHEMA, type MappingSchema } from '#mapping';
import { Instance } from '../common/http/access.decorator.js';
import { Answers } from '../common/http/answer.decorator.js';
import { MappingFunctionDto } from './dto/mapping-function.dto.js';
import { toMappingFunctionDto } from './mapping-function.mapper.js';

/** What the mapping language offers; the same for every project. */
@ApiTags('Mappings')
@Controller('api/mapping')
export class MappingReferenceController {
  @Instance('member', { allowLimitedTokens: true })
  @Answers({
    message: 'Functions of link chains and formulas.',
    type: MappingFunctionDto,
    list: 'array',
  })
  @Get('functions')
  functions(): MappingFunctionDto[] {
    return CATALOGUE.map(toMappingFunctionDto);
  }

  @Instance('member', { allowLimitedTokens: true })
  @Answers({
    message: 'JSON Schema of the mapping document.',
    schema: { type: 'object', additionalProperties: true },
  })
  @Get('schema')
  schema(): MappingSchema {
    return MAPPING_SCHEMA;
  }
}
