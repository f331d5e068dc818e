/** Back and Next under a step of the wizard. */
import { Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface StepButtonsProps {
  onBack?: () => void;
  onNext: () => void;
  /** Whether all is chosen that the next step needs. */
  isReady: boolean;
}

export function StepButtons({ onBack, onNext, isReady }: StepButtonsProps) {
  const { t } = useTranslation();
  return (
    <Group justify="space-between" mt="md">
      {onBack ? <Button onClick={onBack}>{t('Back')}</Button> : <span />}
      <Group gap="sm">
        {isReady ? null : (
          <Text size="xs" c="dimmed">
            {t('Choose above to go on.')}
          </Text>
        )}
        <Button variant="filled" disabled={!isReady} onClick={onNext}>
          {t('Next')}
        </Button>
      </Group>
    </Group>
  );
}
