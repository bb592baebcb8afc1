/* calibration.h - what differs from robot to robot: measure, then write it here. */
#ifndef CALIBRATION_H
#define CALIBRATION_H

#define CRYSTAL_MHZ 8u    /* HSE; any whole number from 4 to 26 */
#define LINK_BAUD 921600u /* both sides */

/* encoder counts (four per line) for one turn of the wheel; the motors' numbers are in ../core/fw_wheel.[ch] */
#define WHEEL_COUNTS_PER_TURN 4096.0f

/* share of full voltage while lift and rotator travel */
#define LIFT_DUTY 0.7f
#define ROTATOR_DUTY 0.5f
#define TRAVEL_TOLERANCE 0.005f /* of the travel; within it the motor stops and the brake engages */

/* analog inputs: value = (counts - ZERO) * SLOPE, 12 bits over 3.3 V */
#define PRESSURE_ZERO 414.0f /* sensor 0.5 V at 0 kPa, 4.5 V at -100 kPa, behind a 2:3 divider */
#define PRESSURE_SLOPE (100.0f / 3309.0f)
#define LIFT_ZERO 300.0f /* up */
#define LIFT_SLOPE (1.0f / 3500.0f)
#define ROTATOR_ZERO 300.0f
#define ROTATOR_SLOPE (1.0f / 3500.0f)
#define BATTERY_SLOPE 8.864f /* mV per count: 11:1 divider */
#endif
