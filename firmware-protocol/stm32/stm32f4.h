/* stm32f4.h - the registers that this firmware uses, by the names of the reference manual RM0090. */
#ifndef STM32F4_H
#define STM32F4_H
#include <stdint.h>

#define REG(address) (*(volatile uint32_t *)(uintptr_t)(address))

#define SYST_CSR REG(0xe000e010u)
#define SYST_RVR REG(0xe000e014u)
#define SYST_CVR REG(0xe000e018u)
#define NVIC_ISER(irq) REG(0xe000e100u + 4u * ((irq) / 32u))
#define SCB_CPACR REG(0xe000ed88u)
#define IRQ_TIM2 28
#define IRQ_USART1 37
#define IRQ_USART2 38

#define RCC_CR REG(0x40023800u)
#define RCC_PLLCFGR REG(0x40023804u)
#define RCC_CFGR REG(0x40023808u)
#define RCC_AHB1ENR REG(0x40023830u)
#define RCC_AHB2ENR REG(0x40023834u)
#define RCC_APB1ENR REG(0x40023840u)
#define RCC_APB2ENR REG(0x40023844u)
#define RCC_CSR REG(0x40023874u)
#define RCC_CSR_RMVF (1u << 24)
#define RCC_CSR_BORRSTF (1u << 25)
#define RCC_CSR_PINRSTF (1u << 26)
#define RCC_CSR_PORRSTF (1u << 27)
#define RCC_CSR_SFTRSTF (1u << 28)
#define RCC_CSR_IWDGRSTF (1u << 29)
#define FLASH_ACR REG(0x40023c00u)

#define GPIO(port) (0x40020000u + 0x400u * (uint32_t)((port) - 'A'))
#define GPIO_MODER(base) REG((base) + 0x00u)
#define GPIO_PUPDR(base) REG((base) + 0x0cu)
#define GPIO_IDR(base) REG((base) + 0x10u)
#define GPIO_BSRR(base) REG((base) + 0x18u)
#define GPIO_AFR(base, pin) REG((base) + 0x20u + 4u * ((pin) / 8u))

#define USART1 0x40011000u
#define USART2 0x40004400u
#define USART_SR(base) REG((base) + 0x00u)
#define USART_DR(base) REG((base) + 0x04u)
#define USART_BRR(base) REG((base) + 0x08u)
#define USART_CR1(base) REG((base) + 0x0cu)
#define USART_SR_ERRORS 0x0fu /* PE, FE, NF, ORE */
#define USART_SR_ORE (1u << 3)
#define USART_SR_RXNE (1u << 5)
#define USART_SR_TXE (1u << 7)
#define USART_CR1_RE (1u << 2)
#define USART_CR1_TE (1u << 3)
#define USART_CR1_RXNEIE (1u << 5)
#define USART_CR1_TXEIE (1u << 7)
#define USART_CR1_UE (1u << 13)

#define TIM1 0x40010000u
#define TIM2 0x40000000u
#define TIM3 0x40000400u
#define TIM4 0x40000800u
#define TIM5 0x40000c00u
#define TIM8 0x40010400u
#define TIM_CR1(base) REG((base) + 0x00u)
#define TIM_SMCR(base) REG((base) + 0x08u)
#define TIM_DIER(base) REG((base) + 0x0cu)
#define TIM_SR(base) REG((base) + 0x10u)
#define TIM_CC1 (1u << 1) /* in DIER, SR and EGR */
#define TIM_EGR(base) REG((base) + 0x14u)
#define TIM_CCMR(base, channel) REG((base) + 0x18u + 4u * (((channel) - 1u) / 2u))
#define TIM_CCER(base) REG((base) + 0x20u)
#define TIM_CNT(base) REG((base) + 0x24u)
#define TIM_PSC(base) REG((base) + 0x28u)
#define TIM_ARR(base) REG((base) + 0x2cu)
#define TIM_CCR(base, channel) REG((base) + 0x34u + 4u * ((channel) - 1u))
#define TIM_BDTR(base) REG((base) + 0x44u)
#define TIM_BDTR_LOCK_3 (3u << 8) /* break, idle states, polarities and modes are read-only until the next reset */
#define TIM_BDTR_OSSI (1u << 10)  /* disabled outputs are driven to their idle level, which is low */
#define TIM_BDTR_BKE (1u << 12)
#define TIM_BDTR_MOE (1u << 15)

#define DBGMCU_APB1_FZ REG(0xe0042008u)
#define DBGMCU_APB2_FZ REG(0xe004200cu)
#define DBGMCU_IWDG_STOP (1u << 12)
#define DBGMCU_TIM1_STOP (1u << 0)
#define DBGMCU_TIM8_STOP (1u << 1)

#define ADC1_SR REG(0x40012000u)
#define ADC1_CR2 REG(0x40012008u)
#define ADC1_SMPR1 REG(0x4001200cu)
#define ADC1_SMPR2 REG(0x40012010u)
#define ADC1_SQR1 REG(0x4001202cu)
#define ADC1_SQR3 REG(0x40012034u)
#define ADC1_DR REG(0x4001204cu)
#define ADC_CCR REG(0x40012304u)

#define IWDG_KR REG(0x40003000u)
#define IWDG_PR REG(0x40003004u)
#define IWDG_RLR REG(0x40003008u)
#define IWDG_SR REG(0x4000300cu)

#define RNG_CR REG(0x50060800u)
#define RNG_SR REG(0x50060804u)
#define RNG_DR REG(0x50060808u)
#define UNIQUE_ID(word) REG(0x1fff7a10u + 4u * (word))
#endif
