import { ApiProperty } from '@nestjs/swagger';

/** The members after `needs_subdomain` are members of a system with OAuth 2.0, to be taken over. */
export class ProviderDto {
  @ApiProperty({ example: 'google' }) provider_id!: string;
  @ApiProperty({ example: 'Google' }) name!: string;

  @ApiProperty({ type: Boolean, description: 'The URLs hold "[subdomain]", to be replaced by an own one.' })
  needs_subdomain!: boolean;

  @ApiProperty({ example: 'authorization_code_pkce' }) grant_type!: string;
  @ApiProperty({ example: 'body' }) client_authentication!: string;
  @ApiProperty({ example: 'https://accounts.google.com/o/oauth2/v2/auth' }) authorization_url!: string;
  @ApiProperty({ example: 'https://oauth2.googleapis.com/token' }) token_url!: string;
  @ApiProperty({ example: ' ' }) scope_separator!: string;

  @ApiProperty({
    type: 'object',
    additionalProperties: { oneOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] },
    example: { access_type: 'offline' },
  })
  extra_authorize_params!: Record<string, string | string[]>;

  @ApiProperty({
    example: 'offline_access',
    description: 'The scope that brings a refresh token, else empty.',
  })
  scope!: string;
}
