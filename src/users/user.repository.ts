import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { User } from './user.entity.js';

export type NewUser = Pick<User, 'id' | 'email' | 'name' | 'passwordHash' | 'role'>;

@Injectable()
export class UserRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  findByEmail(email: string): Promise<User | null> {
    return this.dataSource.manager.findOneBy(User, { email });
  }

  findById(id: string): Promise<User | null> {
    return this.dataSource.manager.findOneBy(User, { id });
  }

  async isEmpty(): Promise<boolean> {
    return !(await this.dataSource.manager.exists(User));
  }

  async insert(user: NewUser, manager: EntityManager = this.dataSource.manager): Promise<void> {
    await manager.insert(User, user);
  }

  async update(
    id: string,
    change: Partial<Pick<User, 'name' | 'passwordHash' | 'role' | 'suspendedAt'>>,
    manager: EntityManager = this.dataSource.manager,
  ): Promise<void> {
    await manager.update(User, { id }, change);
  }
}
