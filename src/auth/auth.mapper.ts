import type { Principal } from '../common/http/request-context.js';
import type { User } from '../users/user.entity.js';
import type { AccessToken } from './access-token.entity.js';
import type { SignedInUser } from './sign-in.service.js';
import type { AccessTokenDto } from './dto/access-token.dto.js';
import type { AccountDto, MeDto, SessionDto, SignedInDto } from './dto/auth.dto.js';
import type { Session } from './session.entity.js';

export const toMeDto = (user: Pick<User, 'id' | 'email' | 'name' | 'role'>): MeDto => ({
  user_id: user.id,
  email: user.email,
  name: user.name,
  role: user.role,
});

export const toAccountDto = (principal: Principal, hasSecondFactor: boolean): AccountDto => ({
  ...toMeDto({ ...principal, id: principal.userId }),
  second_factor: hasSecondFactor,
});

export const toSignedInDto = (signedIn: SignedInUser): SignedInDto => ({
  access_token: signedIn.accessToken,
  token_type: 'Bearer',
  expires_in: signedIn.expiresInSeconds,
  user: toMeDto(signedIn.user),
});

export const toAccessTokenDto = (token: AccessToken): AccessTokenDto => ({
  token_id: token.id,
  token_name: token.tokenName,
  read_only: token.readOnly,
  project_ids: token.projectIds,
  expires_at: token.expiresAt?.toISOString() ?? null,
  last_used_at: token.lastUsedAt?.toISOString() ?? null,
  created_at: token.createdAt.toISOString(),
});

export const toSessionDto = (session: Session, currentId: string | null): SessionDto => ({
  session_id: session.id,
  user_agent: session.userAgent,
  address: session.address,
  current: session.id === currentId,
  created_at: session.createdAt.toISOString(),
  last_used_at: session.rotatedAt.toISOString(),
});
