/** The fields of a message with their types: `float64`, `geometry_msgs/msg/Point`, `float32[]`, `uint8[16]`. */
export type Fields = Readonly<Record<string, string>>

interface ActionDefinition {
  readonly goal: Fields
  readonly result: Fields
  readonly feedback: Fields
}

interface ServiceDefinition {
  readonly request: Fields
  readonly response: Fields
}

/**
 * The interfaces that robots behind Nav2 and ros2_control share, by their public definitions as of ROS 2 Jazzy. What
 * an older or newer distribution lacks or adds is named in docs/ros2.md. An interface that is not here is not checked.
 */
const MESSAGES: Readonly<Record<string, Fields>> = {
  'builtin_interfaces/msg/Time': { sec: 'int32', nanosec: 'uint32' },
  'builtin_interfaces/msg/Duration': { sec: 'int32', nanosec: 'uint32' },
  'unique_identifier_msgs/msg/UUID': { uuid: 'uint8[16]' },
  'action_msgs/msg/GoalInfo': {
    goal_id: 'unique_identifier_msgs/msg/UUID',
    stamp: 'builtin_interfaces/msg/Time',
  },
  'std_msgs/msg/Empty': {},
  'std_msgs/msg/Bool': { data: 'bool' },
  'std_msgs/msg/String': { data: 'string' },
  'std_msgs/msg/Int32': { data: 'int32' },
  'std_msgs/msg/Float32': { data: 'float32' },
  'std_msgs/msg/Float64': { data: 'float64' },
  'std_msgs/msg/Header': { stamp: 'builtin_interfaces/msg/Time', frame_id: 'string' },
  'geometry_msgs/msg/Vector3': { x: 'float64', y: 'float64', z: 'float64' },
  'geometry_msgs/msg/Point': { x: 'float64', y: 'float64', z: 'float64' },
  'geometry_msgs/msg/Quaternion': { x: 'float64', y: 'float64', z: 'float64', w: 'float64' },
  'geometry_msgs/msg/Transform': {
    translation: 'geometry_msgs/msg/Vector3',
    rotation: 'geometry_msgs/msg/Quaternion',
  },
  'geometry_msgs/msg/Pose': {
    position: 'geometry_msgs/msg/Point',
    orientation: 'geometry_msgs/msg/Quaternion',
  },
  'geometry_msgs/msg/PoseStamped': { header: 'std_msgs/msg/Header', pose: 'geometry_msgs/msg/Pose' },
  'geometry_msgs/msg/PoseWithCovariance': { pose: 'geometry_msgs/msg/Pose', covariance: 'float64[36]' },
  'geometry_msgs/msg/PoseWithCovarianceStamped': {
    header: 'std_msgs/msg/Header',
    pose: 'geometry_msgs/msg/PoseWithCovariance',
  },
  'geometry_msgs/msg/Twist': { linear: 'geometry_msgs/msg/Vector3', angular: 'geometry_msgs/msg/Vector3' },
  'geometry_msgs/msg/TwistStamped': { header: 'std_msgs/msg/Header', twist: 'geometry_msgs/msg/Twist' },
  'geometry_msgs/msg/TwistWithCovariance': { twist: 'geometry_msgs/msg/Twist', covariance: 'float64[36]' },
  'nav_msgs/msg/Odometry': {
    header: 'std_msgs/msg/Header',
    child_frame_id: 'string',
    pose: 'geometry_msgs/msg/PoseWithCovariance',
    twist: 'geometry_msgs/msg/TwistWithCovariance',
  },
  'sensor_msgs/msg/JointState': {
    header: 'std_msgs/msg/Header',
    name: 'string[]',
    position: 'float64[]',
    velocity: 'float64[]',
    effort: 'float64[]',
  },
  'sensor_msgs/msg/BatteryState': {
    header: 'std_msgs/msg/Header',
    voltage: 'float32',
    temperature: 'float32',
    current: 'float32',
    charge: 'float32',
    capacity: 'float32',
    design_capacity: 'float32',
    percentage: 'float32',
    power_supply_status: 'uint8',
    power_supply_health: 'uint8',
    power_supply_technology: 'uint8',
    present: 'bool',
    cell_voltage: 'float32[]',
    cell_temperature: 'float32[]',
    location: 'string',
    serial_number: 'string',
  },
  'trajectory_msgs/msg/JointTrajectoryPoint': {
    positions: 'float64[]',
    velocities: 'float64[]',
    accelerations: 'float64[]',
    effort: 'float64[]',
    time_from_start: 'builtin_interfaces/msg/Duration',
  },
  'trajectory_msgs/msg/JointTrajectory': {
    header: 'std_msgs/msg/Header',
    joint_names: 'string[]',
    points: 'trajectory_msgs/msg/JointTrajectoryPoint[]',
  },
  'trajectory_msgs/msg/MultiDOFJointTrajectoryPoint': {
    transforms: 'geometry_msgs/msg/Transform[]',
    velocities: 'geometry_msgs/msg/Twist[]',
    accelerations: 'geometry_msgs/msg/Twist[]',
    time_from_start: 'builtin_interfaces/msg/Duration',
  },
  'trajectory_msgs/msg/MultiDOFJointTrajectory': {
    header: 'std_msgs/msg/Header',
    joint_names: 'string[]',
    points: 'trajectory_msgs/msg/MultiDOFJointTrajectoryPoint[]',
  },
  'control_msgs/msg/GripperCommand': { position: 'float64', max_effort: 'float64' },
  'control_msgs/msg/JointTolerance': {
    name: 'string',
    position: 'float64',
    velocity: 'float64',
    acceleration: 'float64',
  },
  'control_msgs/msg/JointComponentTolerance': {
    joint_name: 'string',
    component: 'uint16',
    position: 'float64',
    velocity: 'float64',
    acceleration: 'float64',
  },
  'lifecycle_msgs/msg/State': { id: 'uint8', label: 'string' },
  'lifecycle_msgs/msg/Transition': { id: 'uint8', label: 'string' },
}

const GRIPPER_STATE: Fields = {
  position: 'float64',
  effort: 'float64',
  stalled: 'bool',
  reached_goal: 'bool',
}

const ACTIONS: Readonly<Record<string, ActionDefinition>> = {
  'nav2_msgs/action/NavigateToPose': {
    goal: { pose: 'geometry_msgs/msg/PoseStamped', behavior_tree: 'string' },
    result: { error_code: 'uint16', error_msg: 'string' },
    feedback: {
      current_pose: 'geometry_msgs/msg/PoseStamped',
      navigation_time: 'builtin_interfaces/msg/Duration',
      estimated_time_remaining: 'builtin_interfaces/msg/Duration',
      number_of_recoveries: 'int16',
      distance_remaining: 'float32',
    },
  },
  'control_msgs/action/GripperCommand': {
    goal: { command: 'control_msgs/msg/GripperCommand' },
    result: GRIPPER_STATE,
    feedback: GRIPPER_STATE,
  },
  'control_msgs/action/FollowJointTrajectory': {
    goal: {
      trajectory: 'trajectory_msgs/msg/JointTrajectory',
      multi_dof_trajectory: 'trajectory_msgs/msg/MultiDOFJointTrajectory',
      path_tolerance: 'control_msgs/msg/JointTolerance[]',
      component_path_tolerance: 'control_msgs/msg/JointComponentTolerance[]',
      goal_tolerance: 'control_msgs/msg/JointTolerance[]',
      component_goal_tolerance: 'control_msgs/msg/JointComponentTolerance[]',
      goal_time_tolerance: 'builtin_interfaces/msg/Duration',
    },
    result: { error_code: 'int32', error_string: 'string' },
    feedback: {
      header: 'std_msgs/msg/Header',
      joint_names: 'string[]',
      desired: 'trajectory_msgs/msg/JointTrajectoryPoint',
      actual: 'trajectory_msgs/msg/JointTrajectoryPoint',
      error: 'trajectory_msgs/msg/JointTrajectoryPoint',
      multi_dof_joint_names: 'string[]',
      multi_dof_desired: 'trajectory_msgs/msg/MultiDOFJointTrajectoryPoint',
      multi_dof_actual: 'trajectory_msgs/msg/MultiDOFJointTrajectoryPoint',
      multi_dof_error: 'trajectory_msgs/msg/MultiDOFJointTrajectoryPoint',
    },
  },
}

const SERVICES: Readonly<Record<string, ServiceDefinition>> = {
  'std_srvs/srv/Empty': { request: {}, response: {} },
  'std_srvs/srv/SetBool': { request: { data: 'bool' }, response: { success: 'bool', message: 'string' } },
  'std_srvs/srv/Trigger': { request: {}, response: { success: 'bool', message: 'string' } },
  'lifecycle_msgs/srv/GetState': { request: {}, response: { current_state: 'lifecycle_msgs/msg/State' } },
  'lifecycle_msgs/srv/ChangeState': {
    request: { transition: 'lifecycle_msgs/msg/Transition' },
    response: { success: 'bool' },
  },
  'action_msgs/srv/CancelGoal': {
    request: { goal_info: 'action_msgs/msg/GoalInfo' },
    response: { return_code: 'int8', goals_canceling: 'action_msgs/msg/GoalInfo[]' },
  },
}

const own = <T>(table: Readonly<Record<string, T>>, type: string): T | undefined =>
  Object.hasOwn(table, type) ? table[type] : undefined

export const messageOf = (type: string): Fields | undefined => own(MESSAGES, type)
export const actionOf = (type: string): ActionDefinition | undefined => own(ACTIONS, type)
export const serviceOf = (type: string): ServiceDefinition | undefined => own(SERVICES, type)

/** Names of the interfaces of one kind that are known, for hints. */
export const knownTypes = (kind: 'msg' | 'action' | 'srv'): readonly string[] =>
  Object.keys({ msg: MESSAGES, action: ACTIONS, srv: SERVICES }[kind])
