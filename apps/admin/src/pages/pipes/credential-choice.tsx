/** A connection among those to choose from: its name, where it is needed its system, and its state. */
import { Group, Radio, Text } from '@mantine/core';
import type { Credential } from '../../api/types.js';
import kit from '../../kit/kit.module.css';
import { CredentialState } from '../status.js';

interface CredentialChoiceProps {
  credential: Credential;
  /** Name of its system, where the choices are of several. */
  system?: string;
}

export function CredentialChoice({ credential, system }: CredentialChoiceProps) {
  return (
    <Radio
      value={credential.credential_id}
      className={kit.choice ?? ''}
      label={
        <Group gap="xs">
          <span className={kit.clip}>{credential.credential_name}</span>
          {system === undefined ? null : (
            <Text span size="xs" c="dimmed" lineClamp={1}>
              {system}
            </Text>
          )}
          <CredentialState credential={credential} />
        </Group>
      }
    />
  );
}
